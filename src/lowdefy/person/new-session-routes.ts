import { z } from 'zod';
import type { Route } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { AppsToOpen, SessionBegun } from '../../protocol/new-session.ts';
import { newSessionSchema } from '../../protocol/new-session.ts';
import type { RunningApps } from '../runner/running-apps.ts';
import type { PersonServing } from './app-page-routes.ts';

/** A session that a person begins, to hand over to an agent later. */
export function createNewSessionRoutes(apps: RunningApps, serving: () => PersonServing): Route[] {
  return [
    {
      door: 'page',
      method: 'GET',
      path: '/api/apps',
      async handle(_request, { principal }) {
        const listed = await Promise.all(
          apps.names.map(async (name) => {
            try {
              const { pages } = await (await apps.get(name)).pages(principal.user);
              return { name, pages: pages.map(({ pageId, title }) => ({ pageId, title })) };
            } catch (error) {
              // An app that cannot be built now is a problem of its own, which the page shows.
              if (!(error instanceof TandemError)) throw error;
              return { name, pages: [], problem: error.message };
            }
          }),
        );
        return Response.json({ apps: listed } satisfies AppsToOpen);
      },
    },
    {
      door: 'page',
      method: 'POST',
      path: '/api/apps',
      needsPageToken: true,
      async handle(request, { principal }) {
        const { success, data: given, error } = newSessionSchema.safeParse(await request.json());
        if (!success) throw new TandemError('invalid_input', z.prettifyError(error));
        const { app = apps.names[0], pageId, name } = given;
        if (app === undefined || !apps.names.includes(app))
          throw new TandemError(
            'not_found',
            `There is no app "${app}" here. Reload the page and choose again.`,
          );
        const { sessions, pages } = serving();
        const { sessionId } = await sessions.create(principal, { kind: 'app', name, data: { app } });
        if (pageId !== undefined) {
          const { done } = await pages.act(principal, sessionId, { actions: [{ type: 'navigate', pageId }] });
          const failed = done.find(({ success }) => !success);
          if (failed) {
            await sessions.close(principal, sessionId);
            throw new TandemError('invalid_input', failed.error ?? 'The page did not open.');
          }
        }
        return Response.json({ sessionId } satisfies SessionBegun, { status: 201 });
      },
    },
  ];
}
