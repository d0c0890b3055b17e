import { z } from 'zod';
import type { Tool } from '../../area/tool.ts';
import { defineLiveTool, type LiveTools } from './live-tool.ts';

export function createUiStatus(live: LiveTools): Tool {
  return defineLiveTool(
    {
      name: 'ui_status',
      title: 'Live UI status',
      description:
        'Get the state of the live UI: state, folder, address, sessions with an open page, broken files, errors in what the person did.',
      input: z.strictObject({}),
      output: z.object({
        state: z.enum(['unconfigured', 'configured', 'running']),
        base_dir: z.string().optional(),
        url: z.string().optional(),
        sessions: z.number().optional(),
        problems: z.array(z.string()).optional(),
        errors: z.array(z.string()).optional(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
      keepsNotices: true,
      async handle(_input, { principal }) {
        const { server } = live;
        const { state } = server;
        if (state === 'unconfigured') return { structured: { state } };
        const base_dir = server.folder().path;
        if (state === 'configured') return { structured: { state, base_dir } };
        const { url, sessions } = server.running();
        const all = (await sessions.all()).filter(({ owner }) => owner.userId === principal.userId);
        const problems = [...new Set(all.flatMap((session) => session.problems))];
        const errors = all.flatMap((session) => session.errors);
        return {
          structured: {
            state,
            base_dir,
            url,
            sessions: all.filter(({ pageCount }) => pageCount > 0).length,
            ...(problems.length > 0 ? { problems } : {}),
            ...(errors.length > 0 ? { errors } : {}),
          },
        };
      },
    },
    live,
  );
}
