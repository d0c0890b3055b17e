import { randomBytes } from 'node:crypto';
import type { RouteContext, Socket } from '../../area/route.ts';
import type { Principal } from '../../auth/principal.ts';
import { TandemError } from '../../errors.ts';
import { CONNECTIONS_PATH, EVENTS_PATH, readSentFrames } from '../../protocol/page-events.ts';
import type { DoorLimits, HttpOptions } from '../http-options.ts';
import { matchPath } from '../match-path.ts';
import type { InstanceRoute } from '../routes.ts';
import { createEventConnection, type EventConnection } from './event-connection.ts';

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Some proxies collect a response before they pass it on, unless asked not to.
  'X-Accel-Buffering': 'no',
};

interface Open {
  connection: EventConnection;
  principal: Principal;
  door: Socket['door'];
}

/** The sockets of all areas over plain requests, for pages that cannot have a WebSocket. */
export interface EventRoutes {
  routes: InstanceRoute[];
  close(): void;
}

/**
 * A stream is opened by POST, although it only reads: browsers send an Origin with every POST, and a GET of another site could not
 * be told from the page's own. Changes at the page door need the page's token; at the door of views there is none to be had, for
 * WebSockets either.
 */
export function createEventRoutes(
  options: HttpOptions,
  sockets: readonly Socket[],
  limits: DoorLimits,
): EventRoutes {
  const open = new Map<string, Open>();
  let isClosed = false;

  return {
    routes: [
      ...sockets.map(
        (socket): InstanceRoute => ({
          door: socket.door,
          method: 'POST',
          path: `${EVENTS_PATH}${socket.path}`,
          ...tokenFor(socket.door),
          ...(socket.home !== undefined && { home: socket.home }),
          handle: (request, ctx) => connect(socket, request, ctx),
        }),
      ),
      ...(['page', 'views'] as const).map(
        (door): InstanceRoute => ({
          door,
          method: 'POST',
          path: `${CONNECTIONS_PATH}/:id`,
          ...tokenFor(door),
          instanceIn: ({ id = '' }) => id.split('.')[0] ?? '',
          handle: (request, ctx) => receive(door, request, ctx),
        }),
      ),
    ],
    close() {
      isClosed = true;
      for (const { connection } of open.values()) connection.socket.close(1001, 'server is shutting down');
    },
  };

  async function connect(
    socket: Socket,
    { signal }: Request,
    { principal, url: asked }: RouteContext,
  ): Promise<Response> {
    const url = new URL(asked);
    url.pathname = url.pathname.slice(EVENTS_PATH.length);
    // Not decoded, as for a WebSocket.
    const ctx = { principal, params: matchPath(socket.path, url.pathname) ?? {}, url };
    await socket.check?.(ctx);
    if (isClosed) throw new TandemError('unavailable', 'The server is shutting down. Try again in a moment.');
    const release = limits.socket(principal);
    const secret = randomBytes(24).toString('base64url');
    // Frames reach the instance that has the stream.
    const id = options.instances ? `${options.instances.id}.${secret}` : secret;
    const shown = (text: string) => (principal.local ? text : options.places.data(text));
    const connection = createEventConnection({ id, shown, log: options.log });
    open.set(id, { connection, principal, door: socket.door });
    connection.socket.onClose(() => {
      open.delete(id);
      release();
    });
    // A page that left before there was a stream does not cancel it.
    if (signal.aborted) connection.socket.close();
    signal.addEventListener('abort', () => connection.socket.close());
    connection.connect(() => socket.connect(connection.socket, ctx));
    return new Response(connection.stream, { headers: STREAM_HEADERS });
  }

  async function receive(
    door: Socket['door'],
    request: Request,
    { principal, params }: RouteContext,
  ): Promise<Response> {
    const sent = readSentFrames(await request.json());
    if (!sent) throw new TandemError('invalid_input', 'Send {"first": 0, "frames": ["…"]}.');
    const found = open.get(params.id ?? '');
    const isOwn = found?.door === door && isSame(found.principal, principal);
    if (!found || !isOwn)
      throw new TandemError('not_found', `Connection not found. Open one below ${EVENTS_PATH} first.`);
    found.connection.receive(sent);
    return new Response(null, { status: 204 });
  }
}

function tokenFor(door: Socket['door']): Pick<InstanceRoute, 'needsPageToken'> {
  return door === 'page' ? { needsPageToken: true } : {};
}

function isSame(a: Principal, b: Principal): boolean {
  return a.userId === b.userId && a.kind === b.kind;
}
