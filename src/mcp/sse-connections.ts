import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { SSEServerTransport } from '@modelcontextprotocol/server-legacy/sse';
import type { Principal } from '../auth/principal.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { AreaServer } from './area-server.ts';
import { MAX_UNSENT_BYTES } from './bounded-stream.ts';
import type { ClientConnection, ClientConnections } from './client-connections.ts';
import { followRequests, type Unanswered } from './unanswered.ts';

export interface PostedMessage {
  request: IncomingMessage;
  response: ServerResponse;
  body: unknown;
}

/** A stream of the oldest clients: they receive everything on it and send through `/message`. */
class SseConnection implements ClientConnection {
  readonly transport: SSEServerTransport;
  readonly #response: ServerResponse;
  #unanswered: Unanswered | undefined;

  constructor(response: ServerResponse, messagePath: string) {
    this.#response = response;
    this.transport = new SSEServerTransport(messagePath, response);
  }

  async connect(server: AreaServer, work: OpenWork): Promise<void> {
    await server.connect(this.transport);
    this.#unanswered = followRequests(this.transport, work);
    const send = this.transport.send.bind(this.transport);
    this.transport.send = async (message) => {
      await send(message);
      // The SDK writes on whether anybody reads or not.
      if (this.#response.writableLength > MAX_UNSENT_BYTES) this.#response.destroy();
    };
  }

  isBusy = () => (this.#unanswered?.size ?? 0) > 0;
  isHeard = () => !this.#response.destroyed;
  close = () => this.transport.close();
}

export interface SseConnections {
  open(response: ServerResponse, principal: Principal, messagePath: string): Promise<void>;
  /** False when this caller has no such stream. */
  post(
    id: string,
    message: PostedMessage,
    caller: { principal: Principal; authInfo: AuthInfo },
  ): Promise<boolean>;
}

export function createSseConnections(
  connections: ClientConnections<ClientConnection>,
  createServer: (principal: Principal) => AreaServer,
  work: OpenWork,
): SseConnections {
  return {
    async open(response, principal, messagePath) {
      const connection = new SseConnection(response, messagePath);
      const id = connection.transport.sessionId;
      connections.add(id, connection, principal.userId);
      response.on('close', () => connections.remove(id));
      await connection.connect(createServer(principal), work);
    },
    async post(id, { request, response, body }, { principal, authInfo }) {
      const connection = connections.find(id, principal.userId);
      if (!(connection instanceof SseConnection)) return false;
      await connection.transport.handlePostMessage(
        Object.assign(request, { auth: authInfo }),
        response,
        body,
      );
      return true;
    },
  };
}
