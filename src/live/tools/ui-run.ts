import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { toFailureText } from '../lua/failure-text.ts';
import { defineLiveTool, type LiveTools, liveSessionIdInput } from './live-tool.ts';

export function createUiRun(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_run',
      title: 'Run Lua',
      description:
        'Run Lua in a live session, e.g. "return session:getApp().contacts[1].name". Returns the result as JSON, or {"non-json": …}. Open pages update.',
      input: z.strictObject({ code: z.string().max(1_000_000), ...liveSessionIdInput }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      builds: true,
      needsServer: true,
      async handle({ code, sessionId }, { principal }) {
        const session = await live.server.session(principal, sessionId);
        const answer = await session.run(principal, code);
        const made = sessionId === 'new' ? { note: `This is session "${session.alias}".` } : {};
        return 'failure' in answer
          ? { text: toFailureText(answer.failure), isError: true, ...made }
          : { text: answer.result.json, ...made };
      },
    },
    live,
  );
}
