import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { toFailureText } from '../lua/failure-text.ts';
import { defineLiveTool, type LiveTools, liveSessionIdInput } from './live-tool.ts';

export function createUiDisplay(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_display',
      title: 'Show app',
      description: 'Show an app of apps/ in a live session: loads apps/NAME/app.lua if needed.',
      input: z.strictObject({
        name: z.string().min(1).max(200).describe('Folder in apps/'),
        ...liveSessionIdInput,
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      needsServer: true,
      async handle({ name, sessionId }, { principal }) {
        live.server.loadChanges();
        const session = await live.server.session(principal, sessionId);
        const failure = await session.display(principal, name);
        if (failure) return { text: toFailureText(failure), isError: true };
        return { text: `Showing ${name} at ${live.server.running().url}/${session.alias}` };
      },
    },
    live,
  );
}
