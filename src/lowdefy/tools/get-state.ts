import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { APP_KINDS } from '../app-sessions.ts';
import { checkHold } from '../session/hold.ts';
import { takeNews } from '../session/meanwhile.ts';
import { toRef } from '../session/use-app.ts';
import type { AppTools } from './app-tools.ts';
import { sessionIdInput } from './shared-input.ts';

export function createGetState(apps: AppTools): Tool {
  return defineTool({
    name: 'get_state',
    title: 'Read state',
    description:
      'Get the data behind the current page as JSON: pageId, state, global, and the latest response of each request.',
    input: z.strictObject(sessionIdInput),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async handle({ sessionId }, ctx) {
      const { principal, sessions } = ctx;
      const target = { sessionId, kind: APP_KINDS };
      const read = async (record: SessionRecord) => {
        checkHold(record, principal, { reads: true });
        const runner = await apps.of(record, 'get_state');
        return { runner, text: JSON.stringify(await runner.state(toRef(record, principal))) };
      };
      const reading = sessions.use(
        principal,
        target,
        async (session) => {
          const { runner, text } = await read(session.record);
          // Reading also saves (the session was used), so the state in memory and the last view are valid for the
          // next rev.
          session.onSaved((rev) => runner.saved(sessionId, rev));
          apps.lastViews.keep(session, principal, apps.lastViews.of(session.record, principal));
          const { news, data } = takeNews(session.record.data, principal);
          session.record.data = data;
          const notice = apps.buildNotices.of(sessionId, runner);
          const lines = [...(notice ? [notice] : []), ...news];
          return { text, ...(lines.length > 0 && { note: JSON.stringify(lines) }) };
        },
        ctx.signal,
      );
      return reading.catch(async (error: unknown) => {
        // Whoever may only view it reads without leaving a trace in the session.
        if (!(error instanceof TandemError && error.code === 'forbidden')) throw error;
        const { text } = await sessions.look(principal, target, read);
        return { text };
      });
    },
  });
}
