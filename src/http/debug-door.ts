import type { Route } from '../area/route.ts';
import { checkMcpOrigin } from '../auth/origin-guard.ts';
import { isResponse } from '../lib/is-response.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { createRouter } from './routes.ts';
import type { Site } from './site.ts';

/** Endpoints for scripts on the MCP port: they show the page token, or a key as MCP clients do. */
export function createDebugDoor(
  options: HttpOptions,
  site: Site,
  routes: readonly Route[],
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  const route = createRouter(routes, options, limits);

  return async (request, arrival) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { url } = arrival;
    const shown = routes.find(({ viewsPath, path }) => viewsPath && path === url.pathname);
    if (shown?.viewsPath && header('accept')?.includes('text/html') && header('authorization') === undefined)
      return new Response(null, {
        status: 303,
        headers: { Location: site.viewsUrl(shown.viewsPath(url)).href },
      });
    checkMcpOrigin({ origin: header('origin'), secFetchSite: header('sec-fetch-site') }, { allowed: [] });
    const principal = await limits.guess(arrival, header('authorization'), () =>
      site.agentOf(request, arrival, 'debug'),
    );
    if (isResponse(principal)) return principal;
    limits.request(principal);
    return route(request, arrival, { principal, hasPageToken: false });
  };
}
