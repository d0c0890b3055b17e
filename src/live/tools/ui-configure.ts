import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { checkBaseDir, projectDirFor } from '../check-base-dir.ts';
import { callerOf, defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiConfigure(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_configure',
      title: 'Configure live UI',
      description:
        'Choose the folder of a live UI; call this first. Creates it if needed and sets up its logs. On a running server, ends the sessions and starts over.',
      input: z.strictObject({
        base_dir: z.string().min(1).max(4096).describe('Absolute path, e.g. /project/.ui'),
      }),
      output: z.object({
        message: z.string(),
        base_dir: z.string(),
        logs: z.object({ stdout: z.string(), stderr: z.string() }),
        install_needed: z.boolean().optional(),
        hint: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      builds: true,
      async handle({ base_dir }, ctx) {
        const caller = callerOf(live, ctx);
        const { path, logs } = await live.server.configure(checkBaseDir(base_dir, caller));
        const { isInstalled } = await import('../install/install-bundle.ts');
        const hint = {
          install_needed: true,
          hint: 'Run ui_install to install agent files and CLAUDE.md instructions',
        };
        return {
          structured: {
            message: `Configured ${path}. Lua prints to ${logs.stdout}, errors go to ${logs.stderr}.`,
            base_dir: path,
            logs,
            ...((await isInstalled(projectDirFor(path, caller))) ? {} : hint),
          },
        };
      },
    },
    live,
  );
}
