import { checkHost } from '../auth/host-guard.ts';
import { toErrorResponse } from '../lib/error-response.ts';
import { createBodyBudget } from './body-budget.ts';
import { checkHeaders } from './check-headers.ts';
import { createDebugDoor } from './debug-door.ts';
import { createDoorOf } from './door-of.ts';
import { createGuessLimit } from './guess-limit.ts';
import type { Arrival, HttpOptions, Ports } from './http-options.ts';
import { createMcpDoor } from './mcp-door.ts';
import { createOpenLimit } from './open-limit.ts';
import { createPageDoor } from './page-door.ts';
import { createPersonRoutes } from './person-routes.ts';
import { createRequestLimit } from './request-limit.ts';
import { createSignIn } from './sign-in.ts';
import { createSockets, type Sockets } from './sockets.ts';
import { targetOf } from './target-of.ts';

/** A client has a stream and a few calls on one connection, seldom more. */
const REQUESTS_PER_CONNECTION = 10;

export interface HttpApp {
  fetch(request: Request, arrival: Omit<Arrival, 'host'>): Promise<Response>;
  sockets: Sockets;
}

/** One router for both listeners: Host first, then the door the request stands before. */
export function createHttpApp(options: HttpOptions, ports: () => Ports): HttpApp {
  const person = createPersonRoutes(options, ports);
  const routes = [...person.routes, ...options.areas.flatMap((area) => area.routes ?? [])];
  const sockets = [...person.sockets, ...options.areas.flatMap((area) => area.sockets ?? [])];
  const signIns = { page: createSignIn(options, 'page'), views: createSignIn(options, 'views') };
  const doorOf = createDoorOf(routes);
  const behind = (door: string) => routes.filter((route) => route.door === door);
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
        `You have ${count} WebSockets open (mcp.limits.maxConnectionsPerUser). Close some pages, or raise the limit.`,
    ),
  };
  const doors = {
    mcp: createMcpDoor(options, limits),
    debug: createDebugDoor(options, behind('debug'), limits),
    page: createPageDoor(options, 'page', behind('page'), signIns.page, limits),
    views: createPageDoor(options, 'views', behind('views'), signIns.views, limits),
  };

  return {
    sockets: createSockets(options, sockets, signIns, limits, doorOf),
    async fetch(request, arrival) {
      let response: Response;
      try {
        checkHeaders(arrival.incoming);
        const host = checkHost(arrival.incoming.headers.host, {
          loopback: options.loopback,
          extraHosts: options.hosts,
        });
        const door = doorOf(arrival.listener, host, targetOf(arrival.incoming).pathname);
        response = await doors[door](request, { ...arrival, host });
      } catch (error) {
        response = toErrorResponse(error, options);
      }
      return withSafeHeaders(response);
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
