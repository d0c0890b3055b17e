import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiStart(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_start',
      title: 'Start live UI',
      description:
        'Start serving the configured folder; returns the address. Writes ui-port, mcp-port and ui-token into the folder for scripts. Opens session "1".',
      input: z.strictObject({}),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      builds: true,
      async handle(_input, { principal }) {
        await live.server.start(principal);
        return { text: live.server.running().url };
      },
    },
    live,
  );
}
