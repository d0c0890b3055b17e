import { Hono } from 'hono';
import type { Route } from '../area/route.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError, toErrorResponse } from '../lib/error-response.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { readJsonBody } from './read-json-body.ts';
import { trackAnswer } from './track-answer.ts';

/** What a door knows of a request when it lets it through. */
export interface Admitted {
  principal: Principal;
  /** The page's own header token came with it and is right. */
  hasPageToken: boolean;
}

const STREAMS = /^(text\/event-stream|application\/x-ndjson)/;

export const PAGE_TOKEN_HEADER = 'x-tandem-token';

/** The routes behind one door, for callers whom it let in; the first match wins. */
export function createRouter(
  routes: readonly Route[],
  options: HttpOptions,
  limits: DoorLimits,
): (request: Request, arrival: Arrival, admitted: Admitted) => Promise<Response> {
  const app = new Hono<{ Bindings: Admitted }>();
  for (const route of routes)
    app.on(route.method, route.path, (c) => {
      if (route.needsPageToken && !c.env.hasPageToken)
        throw new TandemError('forbidden', `This needs the page's own ${PAGE_TOKEN_HEADER} header.`);
      return route.handle(c.req.raw, {
        principal: c.env.principal,
        params: c.req.param() as Record<string, string>,
        url: new URL(c.req.url),
      });
    });
  app.notFound((c) => {
    throw new HttpError(404, `Not found: ${new URL(c.req.url).pathname}.`);
  });
  app.onError((error) => {
    throw error;
  });

  return async (request, arrival, admitted) => {
    const { principal } = admitted;
    const response = await answer(request, arrival, admitted).catch((error: unknown) =>
      toErrorResponse(error, options, principal),
    );
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (principal.local || !isJson) return response;
    const { status, headers } = response;
    return new Response(options.places.data(await response.text()), { status, headers });
  };

  async function answer(request: Request, arrival: Arrival, admitted: Admitted): Promise<Response> {
    arrival.whenOver(limits.open(admitted.principal));
    if (request.method === 'GET' || request.method === 'HEAD')
      return app.fetch(toInner(request, arrival.url), admitted);
    const checked = await withCheckedBody(request, arrival, admitted);
    const end = trackAnswer(options.work, arrival);
    const response = await app.fetch(checked, admitted);
    // Do not wait for responses that last as long as somebody reads them.
    if (STREAMS.test(response.headers.get('content-type') ?? '')) end();
    return response;
  }

  /** A request whose body is known to be JSON of bearable size; one without a body passes as it is. */
  async function withCheckedBody(
    request: Request,
    arrival: Arrival,
    { principal }: Admitted,
  ): Promise<Request> {
    if (request.method === 'DELETE' && !hasBody(request)) return toInner(request, arrival.url);
    const hold = (bytes: number) => limits.body(principal, bytes);
    const { text } = await readJsonBody(request, arrival, { maxBytes: options.maxBodyBytes, hold });
    const { method, headers, signal } = request;
    return new Request(arrival.url, { method, headers, signal, body: text });
  }
}

function hasBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
}

/** The request below our own root, where it is mounted elsewhere. */
function toInner(request: Request, { href }: URL): Request {
  const { url, method, headers, signal } = request;
  return url === href ? request : new Request(href, { method, headers, signal });
}
