import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { APP_KINDS } from '../app-sessions.ts';
import { takePersonActions } from '../session/person-actions.ts';
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
      return ctx.sessions.use(
        ctx.principal,
        { sessionId, kind: APP_KINDS },
        async (session) => {
          const runner = await apps.of(session.record, 'get_state');
          const state = await runner.state(toRef(session.record, ctx.principal));
          // Reading also saves (the session was used), so the state in memory and the last view are valid for the
          // next rev.
          session.onSaved((rev) => runner.saved(sessionId, rev));
          apps.lastViews.keep(session, ctx.principal, apps.lastViews.of(session.record, ctx.principal));
          const { told, data } = takePersonActions(session.record.data);
          session.record.data = data;
          const news = [apps.buildNotices.of(sessionId, runner.problem), told].filter(
            (one) => one !== undefined,
          );
          return { text: JSON.stringify(state), ...(news.length > 0 && { note: JSON.stringify(news) }) };
        },
        ctx.signal,
      );
    },
  });
}
