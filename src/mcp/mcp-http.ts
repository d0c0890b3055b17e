import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { SSEServerTransport } from '@modelcontextprotocol/server-legacy/sse';
import type { Principal } from '../auth/principal.ts';
import { newId } from '../lib/new-id.ts';
import { AreaServer } from './area-server.ts';
import { ClientConnections } from './client-connections.ts';
import { createEventHistory, type EventHistory } from './event-history.ts';
import type { McpServices } from './mcp-services.ts';
import { SubscriptionBus } from './subscription-bus.ts';

/** MCP over HTTP, for a caller whose principal is already known. */
export interface McpHttp {
  /** `/mcp`: revision 2026-07-28 without connections, 2025-11-25 and older with them. */
  fetch(request: Request, principal: Principal, body: unknown): Promise<Response>;
  /** `/sse`: opens the stream of the oldest clients. */
  openSse(response: ServerResponse, principal: Principal): Promise<void>;
  /** `/message?sessionId=`: what the oldest clients send; false when there is no such stream for them. */
  postSse(id: string, message: PostedMessage, principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}

interface Stream {
  transport: WebStandardStreamableHTTPServerTransport;
  history: EventHistory;
}

interface PostedMessage {
  request: IncomingMessage;
  response: ServerResponse;
  body: unknown;
}

export function createMcpHttp(services: McpServices): McpHttp {
  const onerror = (error: Error) => services.log.debug('mcp http', error.message);
  const bus = new SubscriptionBus(services.hub);
  const modern = createMcpHandler(
    () => new AreaServer(services, { transport: 'http', era: 'modern', lasting: false }),
    { legacy: 'reject', bus, onerror },
  );
  const streams = new ClientConnections<Stream>({ close: ({ transport }) => transport.close() });
  const sse = new ClientConnections<SSEServerTransport>({ close: (t) => t.close() });
  const connect = (principal: Principal) =>
    new AreaServer(services, { transport: 'http', principal, era: 'legacy', lasting: true });

  return {
    async fetch(request, principal, body) {
      const options = {
        authInfo: toAuthInfo(principal),
        ...(body === undefined ? {} : { parsedBody: body }),
      };
      if (!(await isLegacyRequest(request, body)))
        return bus.serve(principal, () => modern.fetch(request, options));
      const transport = await legacyTransport(request, principal, body);
      return transport instanceof Response ? transport : transport.handleRequest(request, options);
    },

    async openSse(response, principal) {
      const transport = new SSEServerTransport('/message', response);
      await sse.add(transport.sessionId, transport, principal.userId);
      response.on('close', () => sse.remove(transport.sessionId));
      await connect(principal).connect(transport);
    },

    async postSse(id, { request, response, body }, principal) {
      const transport = sse.find(id, principal.userId);
      if (!transport) return false;
      await transport.handlePostMessage(
        Object.assign(request, { auth: toAuthInfo(principal) }),
        response,
        body,
      );
      return true;
    },

    async close() {
      await Promise.allSettled([modern.close(), streams.closeAll(), sse.closeAll()]);
    },
  };

  async function legacyTransport(
    request: Request,
    principal: Principal,
    body: unknown,
  ): Promise<WebStandardStreamableHTTPServerTransport | Response> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const stream = streams.find(id, principal.userId);
      if (!stream) return rpcError(404, -32001, 'Session not found. Initialize again.');
      const lastEvent = request.headers.get('last-event-id');
      if (request.method === 'GET' && lastEvent !== null && !stream.history.has(lastEvent))
        return rpcError(400, -32000, 'Bad Request: the event in Last-Event-ID is unknown or too long ago.');
      return stream.transport;
    }
    const opens = Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
    if (!opens)
      return rpcError(400, -32000, 'Bad Request: the Mcp-Session-Id header is missing. Initialize first.');
    const history = createEventHistory();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => newId('mcp_'),
      eventStore: history,
      retryInterval: 1000,
      onsessioninitialized: (sessionId) => streams.add(sessionId, { transport, history }, principal.userId),
      onsessionclosed: (sessionId) => streams.remove(sessionId),
    });
    await connect(principal).connect(transport);
    return transport;
  }
}

function toAuthInfo(principal: Principal): AuthInfo {
  // The token itself stays at the door: handlers see who calls, never what they showed.
  return { token: '', clientId: principal.userId, scopes: [], extra: { principal } };
}

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
