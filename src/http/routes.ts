import { Hono } from 'hono';
import type { Route } from '../area/route.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError, toErrorResponse } from '../lib/error-response.ts';
import type { Instance } from '../session/instance-store.ts';
import type { Instances } from '../session/instances.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { type Passing, serveAtHome } from './passing.ts';
import { readJsonBody } from './read-json-body.ts';
import { trackAnswer } from './track-answer.ts';

/** What a door knows of a request when it lets it through. */
export interface Admitted {
  principal: Principal;
  /** The page's own header token came with it and is right. */
  hasPageToken: boolean;
}

/** For passing it on. */
interface Sent {
  passing: Passing | undefined;
  body?: string;
}

/** A route of which each address belongs to the instance that it names. */
export interface InstanceRoute extends Route {
  instanceIn?(params: Record<string, string>): string;
}

const STREAMS = /^(text\/event-stream|application\/x-ndjson)/;

export const PAGE_TOKEN_HEADER = 'x-tandem-token';

/** The routes behind one door, for callers whom it let in; the first match wins. */
export function createRouter(
  routes: readonly InstanceRoute[],
  options: HttpOptions,
  limits: DoorLimits,
): (request: Request, arrival: Arrival, admitted: Admitted) => Promise<Response> {
  const app = new Hono<{ Bindings: Admitted & Sent }>();
  for (const route of routes)
    app.on(route.method, route.path, (c) => {
      if (route.needsPageToken && !c.env.hasPageToken)
        throw new TandemError('forbidden', `This needs the page's own ${PAGE_TOKEN_HEADER} header.`);
      const params = c.req.param() as Record<string, string>;
      const { principal, passing, body, hasPageToken } = c.env;
      const { signal } = c.req.raw;
      return serveAtHome(
        { instances: options.instances, passing, whose: async (all) => homeOf(route, params, all) },
        {
          here: async () =>
            route.handle(c.req.raw, { principal, params, url: new URL(c.req.url), hasPageToken }),
          there: (to, passing) => passing.send(to, { body, signal }),
        },
      );
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
      return app.fetch(toInner(request, arrival.url), { ...admitted, passing: arrival.passing });
    const { checked, body } = await withCheckedBody(request, arrival, admitted);
    const end = trackAnswer(options.work, arrival);
    const response = await app.fetch(checked, { ...admitted, passing: arrival.passing, body });
    // Do not wait for responses that last as long as somebody reads them.
    if (STREAMS.test(response.headers.get('content-type') ?? '')) end();
    return response;
  }

  /** A request whose body is known to be JSON of bearable size; one without a body passes as it is. */
  async function withCheckedBody(
    request: Request,
    arrival: Arrival,
    { principal }: Admitted,
  ): Promise<{ checked: Request; body?: string }> {
    if (request.method === 'DELETE' && !hasBody(request)) return { checked: toInner(request, arrival.url) };
    const hold = (bytes: number) => limits.body(principal, bytes);
    const { text } = await readJsonBody(request, arrival, { maxBytes: options.maxBodyBytes, hold });
    const { method, headers, signal } = request;
    return { checked: new Request(arrival.url, { method, headers, signal, body: text }), body: text };
  }
}

async function homeOf(
  { home, instanceIn }: InstanceRoute,
  params: Record<string, string>,
  instances: Instances,
): Promise<Instance | undefined> {
  if (instanceIn) return instances.find(instanceIn(params));
  return home === undefined ? undefined : instances.homeOf(home);
}

function hasBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
}

/** The request below our own root, where it is mounted elsewhere. */
function toInner(request: Request, { href }: URL): Request {
  const { url, method, headers, signal } = request;
  return url === href ? request : new Request(href, { method, headers, signal });
}
