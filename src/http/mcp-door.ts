import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { toChallenge } from '../auth/bearer-challenge.ts';
import { checkMcpOrigin } from '../auth/origin-guard.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError, toErrorResponse } from '../lib/error-response.ts';
import { isResponse } from '../lib/is-response.ts';
import { currentRequest } from '../lib/request-context.ts';
import type { Instance } from '../session/instance-store.ts';
import type { Instances } from '../session/instances.ts';
import type { NodePair } from './exchange.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { serveAtHome } from './passing.ts';
import { readJsonBody } from './read-json-body.ts';
import { isMetadataPath, metadataUrl, serveMetadata } from './resource-metadata.ts';
import type { Site } from './site.ts';
import { trackAnswer } from './track-answer.ts';

export const MCP_PATHS: ReadonlySet<string> = new Set(['/mcp', '/sse', '/message']);

const MCP_METHODS = ['GET', 'POST', 'DELETE'];

interface Admitted {
  principal: Principal;
  body: unknown;
  /** The body as it came. */
  text: string | undefined;
}

/** MCP for clients that are programs: their key in a header, never a cookie, never a web page we did not name. */
export function createMcpDoor(
  options: HttpOptions,
  site: Site,
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  return async (request, arrival) => {
    const { pathname } = arrival.url;
    const origin = request.headers.get('origin') ?? undefined;
    const isMetadata = isMetadataPath(pathname);
    const allowed = pathname === '/mcp' || isMetadata ? options.corsOrigins : [];
    checkMcpOrigin({ origin, secFetchSite: request.headers.get('sec-fetch-site') ?? undefined }, { allowed });
    if (request.method === 'OPTIONS' && origin) return withCors(new Response(null, { status: 204 }), origin);

    // Refusals carry the headers too: a page that may call us must be able to read why, and how long to wait.
    const response = isMetadata
      ? await describe(request, arrival)
      : await admit(request, arrival)
          .then((admitted) =>
            isResponse(admitted)
              ? admitted
              : serve(request, arrival, admitted).catch((error: unknown) =>
                  toErrorResponse(error, options, admitted.principal),
                ),
          )
          .catch((error: unknown) => challenge(error, request, arrival));
    return origin ? withCors(response, origin) : response;
  };

  async function describe(request: Request, { url }: Arrival): Promise<Response> {
    try {
      return serveMetadata(request, url, { base: site.base, oauth: site.oauth });
    } catch (error) {
      return toErrorResponse(error, options);
    }
  }

  /** A refusal that says where to get a token, if clients can find out by themselves. */
  function challenge(error: unknown, { headers }: Request, { url }: Arrival): Response {
    const response = toErrorResponse(error, options);
    if (!site.oauth) return response;
    const said = toChallenge(error, {
      metadataUrl: metadataUrl(url, site.base),
      scopes: site.oauth.scopes,
      hasToken: headers.has('authorization'),
    });
    if (said) response.headers.set('WWW-Authenticate', said);
    return response;
  }

  async function admit(request: Request, arrival: Arrival): Promise<Admitted | Response> {
    const authorization = request.headers.get('authorization') ?? undefined;
    const principal = await limits.guess(arrival, authorization, () => site.agentOf(request, arrival, 'mcp'));
    if (isResponse(principal)) return principal;
    arrival.whenOver(limits.open(principal));
    const hold = (bytes: number) => limits.body(principal, bytes);
    const { value: body, text } =
      request.method === 'POST'
        ? await readJsonBody(request, arrival, { maxBytes: options.maxBodyBytes, hold })
        : {};
    // Older clients may send several messages at once; each of them counts.
    const messages: unknown[] = Array.isArray(body) && body.length > 0 ? body : [body];
    for (const message of messages) limits.request(principal, sessionIn(message));
    if (request.method === 'POST' && !options.mcp.isStream(body)) trackAnswer(options.work, arrival);
    return { principal, body, text };
  }

  async function serve(request: Request, arrival: Arrival, admitted: Admitted): Promise<Response> {
    const { url, node, passing } = arrival;
    const { principal, body, text } = admitted;
    const { instances } = options;
    const { signal } = request;
    const context = currentRequest();
    if (context && passing && !passing.isPassedOn)
      context.askInstance = (to, asked) =>
        passing.send(to, {
          ...asked,
          rawHeaders: [...callerIn(request), ...asked.rawHeaders],
          method: 'POST',
          target: `${site.base}/mcp`,
        });
    const there = (to: Instance) => passing?.send(to, { body: text, signal }) as Promise<Response>;
    if (url.pathname === '/mcp') {
      if (!MCP_METHODS.includes(request.method))
        throw new HttpError(405, `Use ${MCP_METHODS.join(', ')} here.`, { Allow: MCP_METHODS.join(', ') });
      const whose = () => options.mcp.connectionHome(request, principal);
      return serveAtHome(
        { instances, passing, whose },
        { here: () => options.mcp.fetch(request, principal, body), there },
      );
    }
    if (!node) throw new HttpError(501, `${url.pathname} is not served here. Use ${site.mcpUrl()}.`);
    if (url.pathname === '/sse') {
      if (request.method !== 'GET') throw new HttpError(405, 'Open /sse with GET.', { Allow: 'GET' });
      const home = instances ? `?instance=${instances.id}` : '';
      await options.mcp.openSse(node.outgoing, principal, `${site.base}/message${home}`);
      return RESPONSE_ALREADY_SENT;
    }
    if (request.method !== 'POST') throw new HttpError(405, 'Send messages with POST.', { Allow: 'POST' });
    const whose = async (all: Instances) => all.find(url.searchParams.get('instance') ?? '');
    return serveAtHome({ instances, passing, whose }, { here: () => post(url, node, admitted), there });
  }

  async function post(url: URL, node: NodePair, { principal, body }: Admitted): Promise<Response> {
    const message = { request: node.incoming, response: node.outgoing, body };
    if (await options.mcp.postSse(url.searchParams.get('sessionId') ?? '', message, principal))
      return RESPONSE_ALREADY_SENT;
    throw new TandemError('not_found', 'Stream not found. Open /sse first.');
  }
}

/** Whom a request is from, and to which of our names. */
function callerIn({ headers }: Request): string[] {
  return ['host', 'authorization', 'user-agent'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [name, value];
  });
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
