import { parseBearer } from '../auth/bearer-token.ts';
import { isSameSecret } from '../auth/secret-equal.ts';
import { TandemError } from '../errors.ts';
import { HttpError } from '../lib/error-response.ts';
import type { GuessLimit } from './guess-limit.ts';

/** What those who run the server want to know of it. */
export interface Operations {
  /** Why no new work should be sent here; undefined where it may. */
  unready(): string | undefined;
  /** Absent where `http.metrics` is off. */
  metrics?: { key(): string; contentType: string; text(): Promise<string> };
}

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * `/healthz`, `/readyz` and `/metrics`, at the root and below our path. The first two are for everybody under any Host, since probes call
 * by address and learn nothing but that we are here. Metrics name tools and are for holders of their key, wherever they call
 * from: behind a proxy on this machine, everybody seems to be on this machine.
 */
export function createOperationsDoor(
  operations: Operations,
  base: string,
): (
  request: Request,
  target: string,
  from: { address: string | undefined },
  limits: { guess: GuessLimit },
) => Promise<Response | undefined> {
  const named = (name: string) => new Set([`/${name}`, `${base}/${name}`]);
  const [health, ready, metrics] = [named('healthz'), named('readyz'), named('metrics')];
  return async ({ method, headers }, target, from, limits) => {
    const [path = ''] = target.split('?');
    const isOurs = health.has(path) || ready.has(path) || (operations.metrics && metrics.has(path));
    if (!isOurs) return undefined;
    if (method !== 'GET' && method !== 'HEAD')
      throw new HttpError(405, 'Use GET here.', { Allow: 'GET, HEAD' });
    if (health.has(path)) return Response.json({ status: 'ok' }, { headers: NO_STORE });
    if (ready.has(path)) {
      const reason = operations.unready();
      const status = reason === undefined ? 200 : 503;
      return Response.json({ status: reason ?? 'ready' }, { status, headers: NO_STORE });
    }
    const { key, contentType, text } = operations.metrics as NonNullable<Operations['metrics']>;
    const authorization = headers.get('authorization') ?? undefined;
    await limits.guess(from, authorization, () => {
      if (!isSameSecret(parseBearer(authorization) ?? '', key()))
        throw new TandemError(
          'unauthorized',
          'Send "Authorization: Bearer <key>" with TANDEM_METRICS_KEY, or else the key in .tandem/metrics-key of the served folder.',
        );
    });
    return new Response(await text(), { headers: { ...NO_STORE, 'Content-Type': contentType } });
  };
}
