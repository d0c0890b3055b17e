import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { checkMcpOrigin } from '../auth/origin-guard.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError, toErrorResponse } from '../lib/error-response.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { readJsonBody } from './read-json-body.ts';
import { trackAnswer } from './track-answer.ts';
import { whenClosed } from './when-closed.ts';

export const MCP_PATHS: ReadonlySet<string> = new Set(['/mcp', '/sse', '/message']);

const MCP_METHODS = ['GET', 'POST', 'DELETE'];

/** MCP for clients that are programs: their key in a header, never a cookie, never a web page we did not name. */
export function createMcpDoor(
  options: HttpOptions,
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  return async (request, arrival) => {
    const { pathname, searchParams } = new URL(request.url);
    const origin = request.headers.get('origin') ?? undefined;
    const allowed = pathname === '/mcp' ? options.corsOrigins : [];
    checkMcpOrigin({ origin, secFetchSite: request.headers.get('sec-fetch-site') ?? undefined }, { allowed });
    if (request.method === 'OPTIONS' && origin) return withCors(new Response(null, { status: 204 }), origin);

    // Refusals carry the headers too: a page that may call us must be able to read why, and how long to wait.
    const response = await admit(request, arrival)
      .then(({ principal, body }) =>
        serve(pathname, searchParams, request, arrival, principal, body).catch((error: unknown) =>
          toErrorResponse(error, options, principal),
        ),
      )
      .catch((error: unknown) => toErrorResponse(error, options));
    return origin ? withCors(response, origin) : response;
  };

  async function admit(request: Request, arrival: Arrival) {
    const authorization = request.headers.get('authorization') ?? undefined;
    const principal = await limits.guess(arrival, authorization, () =>
      options.authenticator.authenticate(authorization),
    );
    whenClosed(arrival.outgoing, limits.open(principal));
    const hold = (bytes: number) => limits.body(principal, bytes);
    const body =
      request.method === 'POST'
        ? (await readJsonBody(arrival, { maxBytes: options.maxBodyBytes, hold })).value
        : undefined;
    // Older clients may send several messages at once; each of them counts.
    const messages: unknown[] = Array.isArray(body) && body.length > 0 ? body : [body];
    for (const message of messages) limits.request(principal, sessionIn(message));
    if (request.method === 'POST' && !options.mcp.isStream(body)) trackAnswer(options.work, arrival);
    return { principal, body };
  }

  async function serve(
    pathname: string,
    query: URLSearchParams,
    request: Request,
    { incoming, outgoing }: Arrival,
    principal: Principal,
    body: unknown,
  ): Promise<Response> {
    if (pathname === '/mcp') {
      if (!MCP_METHODS.includes(request.method))
        throw new HttpError(405, `Use ${MCP_METHODS.join(', ')} here.`, { Allow: MCP_METHODS.join(', ') });
      return options.mcp.fetch(request, principal, body);
    }
    if (pathname === '/sse') {
      if (request.method !== 'GET') throw new HttpError(405, 'Open /sse with GET.', { Allow: 'GET' });
      await options.mcp.openSse(outgoing, principal);
      return RESPONSE_ALREADY_SENT;
    }
    if (request.method !== 'POST') throw new HttpError(405, 'Send messages with POST.', { Allow: 'POST' });
    const message = { request: incoming, response: outgoing, body };
    if (await options.mcp.postSse(query.get('sessionId') ?? '', message, principal))
      return RESPONSE_ALREADY_SENT;
    throw new TandemError('not_found', 'Stream not found. Open /sse first.');
  }
}

/** The session a call is about, wherever a tool takes one. */
function sessionIn(message: unknown): string | undefined {
  const id = (message as { params?: { arguments?: { sessionId?: unknown } } } | null | undefined)?.params
    ?.arguments?.sessionId;
  return typeof id === 'string' ? id.slice(0, 100) : undefined;
}

/** Never with credentials: a page must bring its own key. */
function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Methods', 'GET, POST, DELETE, OPTIONS');
  headers.set(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  );
  headers.set(
    'Access-Control-Expose-Headers',
    'Mcp-Session-Id, Mcp-Protocol-Version, Retry-After, WWW-Authenticate',
  );
  headers.append('Vary', 'Origin');
  return new Response(response.body, { status: response.status, headers });
}
