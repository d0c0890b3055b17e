import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { checkPageOrigin } from '../auth/origin-guard.ts';
import { TandemError } from '../errors.ts';
import { HttpError, toErrorResponse } from '../lib/error-response.ts';
import { isResponse } from '../lib/is-response.ts';
import { checkJsonDepth } from '../lib/parse-json.ts';
import type { Instances } from '../session/instances.ts';
import { checkHeaders } from './check-headers.ts';
import { type Guarded, guardConnection, MAX_UNSENT } from './connection-guard.ts';
import type { Exchange } from './exchange.ts';
import type { DoorLimits, HttpOptions } from './http-options.ts';
import { matchPath } from './match-path.ts';
import { serveAtHome } from './passing.ts';
import type { Locate, People } from './site.ts';
import type { Watch } from './watch-requests.ts';
import { whenClosed } from './when-closed.ts';

const GOODBYE_MS = 300;

export interface Sockets {
  /** `from`: where the caller is, and what a trusted proxy calls the request. */
  upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    locate: Locate,
    from: Pick<Exchange, 'address' | 'requestId' | 'passing'>,
  ): void;
  close(): void;
}

/** WebSocket upgrades behind the same guards as the pages; an Origin is required, since a cookie alone is not enough. */
export function createSockets(
  options: HttpOptions,
  sockets: readonly Socket[],
  people: Record<'page' | 'views', People>,
  { limits, watch }: { limits: DoorLimits; watch: Watch },
): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: options.maxBodyBytes });

  return {
    upgrade(request, stream, head, locate, from) {
      stream.on('error', () => stream.destroy());
      watch.upgrade(request.url ?? '/', from, async (report) => {
        try {
          const { socket, context } = await admit(request, locate);
          const { home } = socket;
          const whose = async (all: Instances) => (home === undefined ? undefined : all.homeOf(home));
          await serveAtHome(
            { instances: options.instances, passing: from.passing, whose },
            {
              here: () => accept(socket, context, report),
              there: async (to, passing) => report(await passing.upgrade(to, { stream, head })),
            },
          );
        } catch (error) {
          const response = toErrorResponse(error, options);
          report(response.status);
          await refuse(stream, response);
        }
      });

      async function accept(socket: Socket, context: RouteContext, report: (status: number) => void) {
        await socket.check?.(context);
        // Also where no WebSocket comes of it.
        whenClosed(stream, limits.socket(context.principal));
        server.handleUpgrade(request, stream, head, (webSocket) => {
          report(101);
          const guarded = guardConnection(webSocket, 'a WebSocket', options.log);
          const { local } = context.principal;
          const shown = (text: string) => (local ? text : options.places.data(text));
          guarded(() => socket.connect(toConnection(webSocket, guarded, shown), context));
        });
      }
    },
    close() {
      for (const client of server.clients) client.close(1001, 'server is shutting down');
      // A sleeping tab does not respond.
      setTimeout(() => server.clients.forEach((client) => void client.terminate()), GOODBYE_MS).unref();
      server.close();
    },
  };

  async function admit(request: IncomingMessage, locate: Locate) {
    checkHeaders(request.rawHeaders);
    const { headers } = request;
    const { door, url } = locate(headers.host, request.url ?? '/');
    if (door !== 'page' && door !== 'views') throw new HttpError(404, 'No WebSocket endpoint here.');
    checkPageOrigin(
      {
        method: 'GET',
        origin: headers.origin,
        secFetchSite: one(headers['sec-fetch-site']),
        secFetchMode: undefined,
      },
      { sameOrigin: url.origin, originRequired: true },
    );
    const person = await people[door].personOf(new Request(url, { headers: headersOf(request) }), request);
    if (!person || isResponse(person)) throw new TandemError('unauthorized', people[door].howToSignIn);
    const { principal } = person;
    limits.request(principal);
    for (const socket of sockets) {
      const params = socket.door === door ? matchPath(socket.path, url.pathname) : undefined;
      if (!params) continue;
      return { socket, context: { principal, params, url } };
    }
    throw new HttpError(404, 'No WebSocket endpoint here.');
  }
}

function toConnection(
  webSocket: WebSocket,
  guarded: Guarded,
  shown: (text: string) => string,
): SocketConnection {
  // A broken frame, or one that is too large, ends this connection and nothing else.
  webSocket.on('error', () => webSocket.terminate());
  return {
    send(text) {
      // The page reconnects and gets everything again.
      if (webSocket.bufferedAmount > MAX_UNSENT) webSocket.terminate();
      else webSocket.send(shown(text));
    },
    close: (code, reason) => webSocket.close(code, reason),
    onMessage(listener) {
      webSocket.on('message', (data) =>
        guarded(() => {
          const text = String(data);
          checkJsonDepth(text, 'The frame');
          listener(text);
        }),
      );
    },
    onClose: (listener) => void webSocket.on('close', listener),
  };
}

async function refuse(stream: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  stream.end(
    `HTTP/1.1 ${response.status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
