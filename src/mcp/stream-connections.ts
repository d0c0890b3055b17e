import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AuthInfo,
  isInitializeRequest,
  type JSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Principal } from '../auth/principal.ts';
import { afterEvents } from './after-events.ts';
import type { AreaServer } from './area-server.ts';
import { type BoundedStream, toBoundedStream } from './bounded-stream.ts';
import type { ClientConnection, ClientConnections } from './client-connections.ts';
import type { ConnectionIds } from './connection-ids.ts';
import { createEventHistory, type EventHistory } from './event-history.ts';
import { type EventPlace, parseEventId } from './event-id.ts';
import type { ConnectionEvents, LoggedEvents } from './logged-events.ts';
import { noteRequests } from './lost-requests.ts';
import { toPastStream } from './past-stream.ts';
import { followRequests, type Unanswered } from './unanswered.ts';

/** A message that is being handled: which requests it brings, and the stream that its answers go to. */
interface Arrival {
  note: string;
  stream?: string;
}

interface Arrived {
  request: Request;
  principal: Principal;
  authInfo: AuthInfo;
  body: unknown;
}

/** A connection of revision 2025-11-25 or older: requests that name its id, and a history to resume from. */
class StreamConnection implements ClientConnection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** What is being handled. */
  readonly #arrival = new AsyncLocalStorage<Arrival>();
  readonly #history: EventHistory;
  readonly #logged: ConnectionEvents | undefined;
  #unanswered: Unanswered | undefined;
  #streams: BoundedStream[] = [];
  /** Opened again from its id. */
  isResumed = false;

  readonly #onClosed: () => void;

  constructor(id: string, logged: ConnectionEvents | undefined, onClosed: () => void) {
    this.#onClosed = onClosed;
    this.#logged = logged;
    this.#history = createEventHistory({
      begun: (stream) => this.#begin(stream),
      ...(logged && { stored: logged.add }),
    });
    this.transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: this.#history,
      retryInterval: 1000,
      onsessionclosed: onClosed,
    });
  }

  async connect(server: AreaServer): Promise<void> {
    await server.connect(this.transport);
    this.#unanswered = followRequests(this.transport);
  }

  async handle(arrived: Arrived): Promise<Response> {
    const { request, body } = arrived;
    const lastEvent = request.headers.get('last-event-id');
    const isUnknown = request.method === 'GET' && lastEvent !== null && !this.#history.has(lastEvent);
    if (isUnknown && this.isResumed) return this.#goOn(arrived, parseEventId(lastEvent));
    if (isUnknown)
      return rpcError(400, -32000, 'Bad Request: the event in Last-Event-ID is unknown or too old.');
    const response = await this.#serve(arrived, noteRequests(body));
    if (request.method !== 'GET' || response.status !== 200) return response;
    return this.#bounded(response);
  }

  /** For a call that is being handled, so that another instance can go on with it. */
  addAside(text: string): void {
    const stream = this.#arrival.getStore()?.stream;
    if (stream !== undefined) this.#history.addAside(stream, text);
  }

  #begin(stream: string): string {
    const arrival = this.#arrival.getStore();
    if (!arrival) return '';
    arrival.stream = stream;
    return arrival.note;
  }

  #serve({ request, authInfo, body }: Arrived, note: string): Promise<Response> {
    const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
    return this.#arrival.run({ note }, () => this.transport.handleRequest(request, options));
  }

  #bounded(response: Response): Response {
    const stream = toBoundedStream(response);
    this.#streams = [...this.#streams.filter((other) => other.isOpen()), stream];
    return stream.response;
  }

  /** A stream whose history stayed with another process: what is stored of it, and then what comes from now on. */
  async #goOn(arrived: Arrived, seen: EventPlace | undefined): Promise<Response> {
    const logged = seen ? ((await this.#logged?.read(seen.stream)) ?? []) : [];
    const { missed, goesOn } = seen ? toPastStream(seen, logged) : { missed: [], goesOn: [] };
    const first = seen?.note ? this.#history.firstWith(seen.note) : undefined;
    if (seen?.note && goesOn.length === 0 && first === undefined) return afterEvents(missed);
    const next = this.#nextOf(arrived, first, goesOn);
    const response = await this.#serve(next, seen?.note ?? '');
    return response.status === 200 ? this.#bounded(afterEvents(missed, response)) : response;
  }

  /** The stream that goes on here already, or that the calls begin again, or the one that no request began. */
  #nextOf(arrived: Arrived, first: string | undefined, goesOn: readonly JSONRPCRequest[]): Arrived {
    const { request } = arrived;
    const headers = new Headers(request.headers);
    headers.delete('last-event-id');
    if (first !== undefined) headers.set('last-event-id', first);
    if (first !== undefined || goesOn.length === 0)
      return { ...arrived, request: new Request(request, { headers }) };
    for (const [name, value] of Object.entries(POST_HEADERS)) headers.set(name, value);
    return {
      ...arrived,
      request: new Request(request.url, { method: 'POST', headers }),
      body: goesOn.length === 1 ? goesOn[0] : goesOn,
    };
  }

  isBusy = () => (this.#unanswered?.size ?? 0) > 0;
  isHeard = () => this.#streams.some((stream) => stream.isOpen());

  close(): Promise<void> {
    this.#onClosed();
    return this.transport.close();
  }
}

/**
 * Requests of the older eras, each led to the connection that it names, or to a new one. A connection that this process
 * does not have, because it has restarted, or another instance opened it, is opened again from its id.
 */
export function createStreamConnections(
  connections: ClientConnections<ClientConnection>,
  createServer: (principal: Principal, aside: (text: string) => void) => AreaServer,
  ids: ConnectionIds,
  logged: LoggedEvents | undefined,
): (arrived: Arrived) => Promise<Response> {
  const resuming = new Map<string, Promise<StreamConnection | undefined>>();

  return async (arrived) => {
    const { request, principal, body } = arrived;
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const found = connections.find(id, principal.userId) ?? (await resumeOnce(id, arrived));
      if (found instanceof StreamConnection) return found.handle(arrived);
      return rpcError(404, -32001, 'Session not found. Initialize again.');
    }
    const opens = Array.isArray(body) ? body.find(isInitializeRequest) : body;
    if (!isInitializeRequest(opens))
      return rpcError(400, -32000, 'Bad Request: the Mcp-Session-Id header is missing. Initialize first.');
    const newId = await ids.create(principal, opens.params);
    return (await open(newId, arrived)).response;
  };

  function resumeOnce(id: string, arrived: Arrived): Promise<StreamConnection | undefined> {
    const key = `${arrived.principal.userId} ${id}`;
    const running = resuming.get(key) ?? resume(id, arrived).finally(() => resuming.delete(key));
    resuming.set(key, running);
    return running;
  }

  async function resume(id: string, arrived: Arrived): Promise<StreamConnection | undefined> {
    const opened = await ids.read(id, arrived.principal);
    if (!opened) return undefined;
    const { handshake } = opened;
    const post = (body: unknown, more: Record<string, string> = {}): Arrived => ({
      ...arrived,
      body,
      request: new Request(arrived.request.url, { method: 'POST', headers: { ...POST_HEADERS, ...more } }),
    });
    const again = { jsonrpc: '2.0', id: 'again', method: 'initialize', params: handshake };
    const { connection, response } = await open(id, post(again));
    await response.text();
    if (!response.ok) return undefined;
    const named = {
      'mcp-session-id': id,
      'mcp-protocol-version': String(handshake.protocolVersion),
    };
    await connection.handle(post({ jsonrpc: '2.0', method: 'notifications/initialized' }, named));
    connection.isResumed = true;
    return connection;
  }

  async function open(
    id: string,
    arrived: Arrived,
  ): Promise<{ connection: StreamConnection; response: Response }> {
    const connection = new StreamConnection(id, logged?.of(id), () => {
      ids.end(id);
      connections.remove(id);
    });
    connections.add(id, connection, arrived.principal.userId);
    try {
      await connection.connect(createServer(arrived.principal, (text) => connection.addAside(text)));
      return { connection, response: await connection.handle(arrived) };
    } finally {
      // Refused by the transport, it was never opened, and its client does not know the id.
      if (connection.transport.sessionId === undefined) {
        connections.remove(id);
        await connection.close();
      }
    }
  }
}

const POST_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
