import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { defineLiveTool, type LiveTools } from './live-tool.ts';

const findings = z.array(
  z.object({ rule: z.string(), message: z.string(), file: z.string(), line: z.number() }),
);

export function createUiAudit(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_audit',
      title: 'Audit app',
      description:
        'Check the Lua and views of an app for mistakes, with file and line. Does not run them; if the app is running, its methods count too.',
      input: z.strictObject({ app: z.string().min(1).max(200).describe('Folder in apps/') }),
      output: z.object({
        violations: findings,
        warnings: findings,
        reminders: findings,
        summary: z.string(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
      async handle({ app }, { principal }) {
        await live.server.ready(principal);
        const { auditApp } = await import('../audit/audit-app.ts');
        const running = await Promise.all(
          live.server.readySessions(principal).map((session) => session.methods()),
        );
        return { structured: { ...(await auditApp({ baseDir: live.server.folder().path, app, running })) } };
      },
    },
    live,
  );
}
