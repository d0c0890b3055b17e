import type { Logger } from '../lib/logger.ts';
import type { Monitor } from '../lib/monitor.ts';
import { newId } from '../lib/new-id.ts';
import { currentRequest, inRequest, type RequestContext } from '../lib/request-context.ts';
import { CONNECTIONS_PATH } from '../protocol/page-events.ts';
import type { Exchange } from './exchange.ts';

/** Longer paths are not ours. */
const MAX_PATH = 300;

/** One line of the access log, without anything that lets its reader in: no query, no headers, no bodies. */
export interface Watch {
  /** Serve a request under its id. */
  serve(
    request: Pick<Request, 'method'>,
    target: string,
    exchange: Pick<Exchange, 'address' | 'requestId' | 'whenOver' | 'node'>,
    work: () => Promise<Response>,
  ): Promise<Response>;
  /** The same for a WebSocket, which is reported when it is accepted or refused. */
  upgrade(
    target: string,
    from: Pick<Exchange, 'address' | 'requestId'>,
    work: (report: (status: number) => void) => unknown,
  ): void;
}

export function createWatch(options: { log: Logger; accessLog: boolean; monitor: Monitor }): Watch {
  const { log, accessLog, monitor } = options;

  return {
    async serve({ method }, target, exchange, work) {
      const context = newContext(exchange.requestId);
      const startedAt = performance.now();
      const response = await inRequest(context, work);
      response.headers.set('X-Request-Id', context.id);
      exchange.whenOver(() => {
        const status = exchange.node?.outgoing.statusCode ?? response.status;
        inRequest(context, () => report({ method, target, status, startedAt, address: exchange.address }));
      });
      return response;
    },
    upgrade(target, { address, requestId }, work) {
      const startedAt = performance.now();
      inRequest(newContext(requestId), () =>
        work((status) => report({ method: 'WEBSOCKET', target, status, startedAt, address })),
      );
    },
  };

  function report(seen: {
    method: string;
    target: string;
    status: number;
    startedAt: number;
    address: string | undefined;
  }): void {
    monitor.request(seen.status);
    if (!accessLog) return;
    log.info('request', {
      method: seen.method,
      path: toLoggedPath(seen.target),
      status: seen.status,
      ms: Math.round(performance.now() - seen.startedAt),
      address: seen.address,
      user: currentRequest()?.userId,
    });
  }
}

/** Codes and tokens are in queries; the id of a page's connection is its own secret. */
export function toLoggedPath(target: string): string {
  const [path = ''] = target.split('?');
  const at = path.indexOf(`${CONNECTIONS_PATH}/`);
  const shown = at < 0 ? path : `${path.slice(0, at)}${CONNECTIONS_PATH}/…`;
  return shown.slice(0, MAX_PATH);
}

function newContext(requestId: string | undefined): RequestContext {
  return { id: requestId ?? newId('req_').slice(0, 16) };
}
