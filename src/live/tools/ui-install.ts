import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { projectDirFor } from '../check-base-dir.ts';
import { callerOf, defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiInstall(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_install',
      title: 'Install live UI files',
      description:
        'Install documents, standard views, scripts, skills and agents into the project, and a section in its CLAUDE.md. Existing files are skipped unless force is true.',
      input: z.strictObject({ force: z.boolean().optional() }),
      output: z.object({
        installed: z.array(z.string()),
        skipped: z.array(z.string()),
        appended: z.array(z.string()),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      builds: true,
      async handle({ force }, ctx) {
        const baseDir = live.server.folder().path;
        const projectDir = projectDirFor(baseDir, callerOf(live, ctx));
        const { installBundle } = await import('../install/install-bundle.ts');
        return { structured: { ...(await installBundle({ baseDir, projectDir, force })) } };
      },
    },
    live,
  );
}
