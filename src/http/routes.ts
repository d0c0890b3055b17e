import { Hono } from 'hono';
import type { Route } from '../area/route.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError } from './error-response.ts';
import type { Arrival } from './http-options.ts';
import { type BodyLimits, readJsonBody } from './read-json-body.ts';

/** What a door knows of a request when it lets it through. */
export interface Admitted {
  principal: Principal;
  /** The page's own header token came with it and is right. */
  hasPageToken: boolean;
}

export const PAGE_TOKEN_HEADER = 'x-tandem-token';

/** The routes behind one door; the first match wins. */
export function createRouter(
  routes: readonly Route[],
): (request: Request, admitted: Admitted) => Promise<Response> {
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
    throw new HttpError(404, `There is nothing at ${new URL(c.req.url).pathname}.`);
  });
  app.onError((error) => {
    throw error;
  });
  return async (request, admitted) => app.fetch(request, admitted);
}

/** A request whose body is known to be JSON of bearable size; one without a body passes as it is. */
export async function withCheckedBody(
  request: Request,
  arrival: Arrival,
  limits: BodyLimits,
): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  if (request.method === 'DELETE' && !hasBody(arrival)) return request;
  const { text } = await readJsonBody(arrival, limits);
  return new Request(request.url, { method: request.method, headers: request.headers, body: text });
}

function hasBody({ incoming }: Arrival): boolean {
  const { headers } = incoming;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
