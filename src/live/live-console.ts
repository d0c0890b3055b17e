import { z } from 'zod';
import type { Route } from '../area/route.ts';
import { TandemError } from '../errors.ts';
import type { LiveConfig } from './live-config.ts';
import type { LiveServer } from './live-server.ts';
import { toFailureText } from './lua/failure-text.ts';
import { checkMayBuild } from './who-may-build.ts';

const runSchema = z.strictObject({ sessionId: z.string().min(1).max(100), code: z.string().max(1_000_000) });

/** The Lua console, one of the person's own pages: ui_run by hand. Views written by agents cannot reach it. */
export function createLiveConsole(server: LiveServer, config: LiveConfig): Route[] {
  return [
    {
      door: 'page',
      method: 'POST',
      path: '/api/live/run',
      needsPageToken: true,
      async handle(request, { principal }) {
        checkMayBuild('The console', principal, config.users);
        const { success, data } = runSchema.safeParse(await request.json());
        if (!success)
          throw new TandemError('invalid_input', 'Send {"sessionId": "1", "code": "return 1 + 1"}.');
        if (data.sessionId === 'new') throw new TandemError('not_found', 'Live session "new" not found.');
        const session = await server.session(principal, data.sessionId);
        const answer = await session.run(principal, data.code);
        return Response.json(
          'failure' in answer ? { error: toFailureText(answer.failure) } : { result: answer.result.json },
        );
      },
    },
  ];
}
