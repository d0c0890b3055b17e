import type { Route } from '../area/route.ts';
import { toErrorResponse } from '../lib/error-response.ts';
import { createBodyBudget } from './body-budget.ts';
import { checkHeaders } from './check-headers.ts';
import { createDebugDoor } from './debug-door.ts';
import { createEventRoutes } from './events/event-routes.ts';
import { withEventTransport } from './events/with-event-transport.ts';
import type { Exchange } from './exchange.ts';
import { createGuessLimit } from './guess-limit.ts';
import type { HttpOptions } from './http-options.ts';
import { createMcpDoor } from './mcp-door.ts';
import { createOpenLimit } from './open-limit.ts';
import { createPageDoor } from './page-door.ts';
import { createPersonRoutes } from './person-routes.ts';
import { createRequestLimit } from './request-limit.ts';
import type { Locate, Site } from './site.ts';
import { createSockets, type Sockets } from './sockets.ts';

/** A client has a stream and a few calls on one connection, seldom more. */
const REQUESTS_PER_CONNECTION = 10;

export interface HttpApp {
  /** `target`: the path and query of the request, as they were sent. */
  fetch(request: Request, target: string, exchange: Exchange, locate: Locate): Promise<Response>;
  sockets: Sockets;
  routes: readonly Route[];
}

/** One router for every server that carries us: first where the request is going, then the door it stands before. */
export function createHttpApp(options: HttpOptions, site: Site): HttpApp {
  const person = createPersonRoutes(options, site);
  const sockets = [...person.sockets, ...options.areas.flatMap((area) => area.sockets ?? [])];
  const { requestsPerMinute, wrongKeysPerMinute, maxConnectionsPerUser } = options.sessions.limits;
  const limits = {
    request: createRequestLimit(requestsPerMinute),
    guess: createGuessLimit(wrongKeysPerMinute),
    body: createBodyBudget(options.maxBodyBytes),
    open: createOpenLimit(
      REQUESTS_PER_CONNECTION * maxConnectionsPerUser,
      (count) =>
        `You have ${count} requests in flight (${REQUESTS_PER_CONNECTION} × mcp.limits.maxConnectionsPerUser). Wait for some to finish, or raise the limit.`,
    ),
    socket: createOpenLimit(
      maxConnectionsPerUser,
      (count) =>
        `You have ${count} pages connected (mcp.limits.maxConnectionsPerUser). Close some pages, or raise the limit.`,
    ),
  };
  const events = createEventRoutes(options, sockets, limits);
  const routes = [...events.routes, ...person.routes, ...options.areas.flatMap((area) => area.routes ?? [])];
  const behind = (door: string) => routes.filter((route) => route.door === door);
  const doors = {
    mcp: createMcpDoor(options, site, limits),
    debug: createDebugDoor(options, site, behind('debug'), limits),
    page: createPageDoor(options, site, 'page', behind('page'), limits),
    views: createPageDoor(options, site, 'views', behind('views'), limits),
  };
  const webSockets = createSockets(options, sockets, site.people, limits);

  return {
    routes,
    sockets: {
      ...webSockets,
      close() {
        webSockets.close();
        events.close();
      },
    },
    async fetch(request, target, exchange, locate) {
      let response: Response;
      try {
        checkHeaders(exchange.rawHeaders);
        const { door, url } = locate(request.headers.get('host') ?? undefined, target);
        response = await doors[door](request, { ...exchange, url });
      } catch (error) {
        response = toErrorResponse(error, options);
      }
      return withSafeHeaders(site.webSockets ? response : await withEventTransport(response));
    },
  };
}

/** By hand: hono/secure-headers covers what a Hono app handles; these are also on refusals before any router. */
function withSafeHeaders(response: Response): Response {
  response.headers.set('X-Content-Type-Options', 'nosniff');
  response.headers.set('Referrer-Policy', 'no-referrer');
  response.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return response;
}
