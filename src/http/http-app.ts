import type { Area } from '../area/area.ts';
import type { Route } from '../area/route.ts';
import { toErrorResponse } from '../lib/error-response.ts';
import type { Monitor } from '../lib/monitor.ts';
import { currentRequest } from '../lib/request-context.ts';
import { createAdminRoutes } from './admin-routes.ts';
import { createBodyBudget } from './body-budget.ts';
import { checkHeaders } from './check-headers.ts';
import { createDebugDoor } from './debug-door.ts';
import { withErrorPage } from './error-page.ts';
import { createEventRoutes } from './events/event-routes.ts';
import { withEventTransport } from './events/with-event-transport.ts';
import type { Exchange } from './exchange.ts';
import { createGuessLimit } from './guess-limit.ts';
import type { HttpOptions } from './http-options.ts';
import { createMcpDoor } from './mcp-door.ts';
import { createOpenLimit, type OpenLimit } from './open-limit.ts';
import { createOperationsDoor } from './operations.ts';
import { createPageDoor } from './page-door.ts';
import { createPersonRoutes } from './person-routes.ts';
import { createRequestLimit, type RequestLimit } from './request-limit.ts';
import type { Locate, Site } from './site.ts';
import { createSockets, type Sockets } from './sockets.ts';
import { createWatch } from './watch-requests.ts';

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
  const admin = createAdminRoutes(options, site);
  const sockets = [
    ...person.sockets,
    ...admin.sockets,
    ...options.areas.flatMap((area) => area.sockets ?? []),
  ];
  const { requestsPerMinute, wrongKeysPerMinute, maxConnectionsPerUser } = options.sessions.limits;
  const countRequest = createRequestLimit(requestsPerMinute);
  const limits = {
    request: ((principal, sessionId) => {
      // Every door counts whom it lets in.
      const request = currentRequest();
      if (request) request.userId = principal.userId;
      countRequest(principal, sessionId);
    }) satisfies RequestLimit,
    guess: createGuessLimit(wrongKeysPerMinute),
    body: createBodyBudget(options.maxBodyBytes),
    open: createOpenLimit(
      REQUESTS_PER_CONNECTION * maxConnectionsPerUser,
      (count) =>
        `You have ${count} requests in flight (${REQUESTS_PER_CONNECTION} × mcp.limits.maxConnectionsPerUser). Wait for some to finish, or raise the limit.`,
    ),
    socket: countOpen(
      options.monitor,
      createOpenLimit(
        maxConnectionsPerUser,
        (count) =>
          `You have ${count} pages connected (mcp.limits.maxConnectionsPerUser). Close some pages, or raise the limit.`,
      ),
    ),
  };
  const watch = createWatch(options);
  const answerOperations = site.operations && createOperationsDoor(site.operations, site.base);
  const events = createEventRoutes(options, sockets, limits);
  const routes = [
    ...events.routes,
    ...person.routes,
    ...admin.routes,
    ...options.areas.flatMap((area) => area.routes ?? []),
  ];
  const behind = (door: string) => routes.filter((route) => route.door === door);
  const doors = {
    mcp: createMcpDoor(options, site, limits),
    debug: createDebugDoor(options, site, behind('debug'), limits),
    page: createPageDoor(options, site, 'page', behind('page'), limits),
    views: createPageDoor(options, site, 'views', behind('views'), limits),
  };
  const webSockets = createSockets(options, sockets, site.people, { limits, watch });

  return {
    routes,
    sockets: {
      ...webSockets,
      close() {
        webSockets.close();
        events.close();
      },
    },
    fetch: (request, target, exchange, locate) =>
      watch.serve(request, target, exchange, async () => {
        const response = await answer(request, target, exchange, locate).catch((error: unknown) =>
          toErrorResponse(error, options),
        );
        const shown = await withErrorPage(request, response, site.pageUrl('/'));
        return withSafeHeaders(site.webSockets ? shown : await withEventTransport(shown));
      }),
  };

  async function answer(
    request: Request,
    target: string,
    exchange: Exchange,
    locate: Locate,
  ): Promise<Response> {
    checkHeaders(exchange.rawHeaders);
    const operation = await answerOperations?.(request, target, exchange, limits);
    if (operation) return operation;
    const { door, url } = locate(request.headers.get('host') ?? undefined, target);
    if (door === 'page' && request.method === 'GET') {
      const { openFiles } = options.areas.find((area) => isBelow(area.openFiles, url.pathname)) ?? {};
      if (openFiles) return openFiles.serve(url.pathname, request);
    }
    return doors[door](request, { ...exchange, url });
  }
}

function isBelow(files: Area['openFiles'], path: string): boolean {
  return files !== undefined && path.startsWith(files.prefix);
}

function countOpen({ socketOpened }: Monitor, limit: OpenLimit): OpenLimit {
  return (principal) => {
    const release = limit(principal);
    const closed = socketOpened();
    let isOpen = true;
    return () => {
      if (isOpen) closed();
      isOpen = false;
      release();
    };
  };
}

/** By hand: hono/secure-headers covers what a Hono app handles; these are also on refusals before any router. */
function withSafeHeaders(response: Response): Response {
  response.headers.set('X-Content-Type-Options', 'nosniff');
  response.headers.set('Referrer-Policy', 'no-referrer');
  // Files for everybody say so themselves.
  if (!response.headers.has('Cross-Origin-Resource-Policy'))
    response.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return response;
}
