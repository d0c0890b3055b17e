import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { knownSession } from '../known-session.ts';
import { defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiWait(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_wait',
      title: 'Wait for events',
      description:
        'Wait for what the app pushes with mcp.pushState, such as clicks. Returns and removes all pending events as an array, or [] on timeout.',
      input: z.strictObject({
        timeout: z.number().min(0).max(120).default(30).describe('Seconds'),
        sessionId: z.string().min(1).max(100).optional(),
      }),
      output: z.object({ events: z.array(z.unknown()) }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      needsServer: true,
      async handle({ timeout, sessionId }, { principal, signal, progress }) {
        const session = await knownSession(live.server, principal, sessionId);
        // Some clients give up on a call that is silent for a minute.
        let seconds = 0;
        const ticking = setInterval(() => {
          seconds += 10;
          void progress({ progress: seconds, total: timeout, message: 'waiting for events' });
        }, 10_000);
        const events = await session.wait(timeout * 1000, signal).finally(() => clearInterval(ticking));
        return { text: JSON.stringify(events), structured: { events } };
      },
    },
    live,
  );
}
