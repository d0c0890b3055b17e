import type { Route } from '../area/route.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import { checkMcpOrigin } from '../auth/origin-guard.ts';
import type { Principal } from '../auth/principal.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { createRouter } from './routes.ts';

/** Endpoints for scripts on the MCP port: they show the page token, or a key as MCP clients do. */
export function createDebugDoor(
  options: HttpOptions,
  routes: readonly Route[],
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  const route = createRouter(routes, options, limits);

  return async (request, arrival) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const url = new URL(request.url);
    const shown = routes.find(({ viewsPath, path }) => viewsPath && path === url.pathname);
    if (shown?.viewsPath && header('accept')?.includes('text/html') && header('authorization') === undefined)
      return new Response(null, {
        status: 303,
        headers: { Location: `http://127.0.0.1:${arrival.ports.ui}${shown.viewsPath(url)}` },
      });
    checkMcpOrigin({ origin: header('origin'), secFetchSite: header('sec-fetch-site') }, { allowed: [] });
    const authorization = header('authorization');
    const principal = await limits.guess(arrival, authorization, () => authenticate(authorization));
    limits.request(principal);
    return route(request, arrival, { principal, hasPageToken: false });
  };

  async function authenticate(authorization: string | undefined): Promise<Principal> {
    if (options.pageAccess.isUiToken(authorization))
      return createLocalPrincipal({ user: options.user, kind: 'agent' });
    return options.authenticator.authenticate(authorization);
  }
}
