import {
  type AuthInfo,
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Principal } from '../auth/principal.ts';
import { newId } from '../lib/new-id.ts';
import type { AreaServer } from './area-server.ts';
import { type BoundedStream, toBoundedStream } from './bounded-stream.ts';
import type { ClientConnection, ClientConnections } from './client-connections.ts';
import { createEventHistory, type EventHistory } from './event-history.ts';
import { followRequests, type Unanswered } from './unanswered.ts';

interface Arrived {
  request: Request;
  principal: Principal;
  authInfo: AuthInfo;
  body: unknown;
}

/** A connection of revision 2025-11-25 or older: requests that name its id, and a history to resume from. */
class StreamConnection implements ClientConnection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly #history: EventHistory = createEventHistory();
  #unanswered: Unanswered | undefined;
  #streams: BoundedStream[] = [];

  constructor(id: string, onClosed: () => void) {
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

  async handle({ request, authInfo, body }: Arrived): Promise<Response> {
    const lastEvent = request.headers.get('last-event-id');
    if (request.method === 'GET' && lastEvent !== null && !this.#history.has(lastEvent))
      return rpcError(400, -32000, 'Bad Request: the event in Last-Event-ID is unknown or too old.');
    const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
    const response = await this.transport.handleRequest(request, options);
    if (request.method !== 'GET' || response.status !== 200) return response;
    const stream = toBoundedStream(response);
    this.#streams = [...this.#streams.filter((other) => other.isOpen()), stream];
    return stream.response;
  }

  isBusy = () => (this.#unanswered?.size ?? 0) > 0;
  isHeard = () => this.#streams.some((stream) => stream.isOpen());
  close = () => this.transport.close();
}

/** Requests of the older eras, each led to the connection that it names, or to a new one. */
export function createStreamConnections(
  connections: ClientConnections<ClientConnection>,
  createServer: (principal: Principal) => AreaServer,
): (arrived: Arrived) => Promise<Response> {
  return async (arrived) => {
    const { request, principal, body } = arrived;
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const connection = connections.find(id, principal.userId);
      if (connection instanceof StreamConnection) return connection.handle(arrived);
      return rpcError(404, -32001, 'Session not found. Initialize again.');
    }
    const opens = Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
    if (!opens)
      return rpcError(400, -32000, 'Bad Request: the Mcp-Session-Id header is missing. Initialize first.');
    return open(arrived);
  };

  async function open(arrived: Arrived): Promise<Response> {
    const id = newId('mcp_');
    const connection = new StreamConnection(id, () => connections.remove(id));
    connections.add(id, connection, arrived.principal.userId);
    try {
      await connection.connect(createServer(arrived.principal));
      return await connection.handle(arrived);
    } finally {
      // Refused by the transport, it was never opened, and its client does not know the id.
      if (connection.transport.sessionId === undefined) {
        connections.remove(id);
        await connection.close();
      }
    }
  }
}

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
