import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type AuthInfo, createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { newId } from '../lib/new-id.ts';
import type { Instance } from '../session/instance-store.ts';
import { AreaServer } from './area-server.ts';
import { type BoundedStream, toBoundedStream } from './bounded-stream.ts';
import { type ClientConnection, ClientConnections } from './client-connections.ts';
import { createConnectionIds } from './connection-ids.ts';
import { LoggedEvents } from './logged-events.ts';
import type { McpServices } from './mcp-services.ts';
import { createSseConnections, type PostedMessage } from './sse-connections.ts';
import { createStreamConnections } from './stream-connections.ts';
import { SubscriptionBus } from './subscription-bus.ts';

/** MCP over HTTP, for a caller whose principal is already known. */
export interface McpHttp {
  /** `/mcp`: revision 2026-07-28 without connections, 2025-11-25 and older with them. */
  fetch(request: Request, principal: Principal, body: unknown): Promise<Response>;
  /** The instance that has the connection which a request names; undefined if it is to be served here. */
  connectionHome(request: Request, principal: Principal): Promise<Instance | undefined>;
  /** `/sse`: opens the stream of the oldest clients, which send messages to `messagePath`. */
  openSse(response: ServerResponse, principal: Principal, messagePath: string): Promise<void>;
  /** `/message?sessionId=`: what the oldest clients send; false when there is no such stream for them. */
  postSse(id: string, message: PostedMessage, principal: Principal): Promise<boolean>;
  /** Whether a request opens a stream that stays open, instead of being answered. */
  isStream(body: unknown): boolean;
  close(): Promise<void>;
}

export function createMcpHttp(services: McpServices): McpHttp {
  const onerror = (error: Error) => services.log.debug('mcp http', error.message);
  const bus = new SubscriptionBus(services.hub);
  const modern = createMcpHandler(
    () => new AreaServer(services, { transport: 'http', era: 'modern', lasting: false }),
    // How many may listen is decided below, by user.
    { legacy: 'reject', bus, onerror, maxSubscriptions: Number.POSITIVE_INFINITY },
  );
  const connections = new ClientConnections<ClientConnection>({
    perUser: services.sessions.limits.maxConnectionsPerUser,
  });
  const createServer = (principal: Principal, aside?: (text: string) => void) =>
    new AreaServer(services, {
      transport: 'http',
      principal,
      era: 'legacy',
      lasting: true,
      ...(aside && { aside }),
    });
  const logged = services.events && new LoggedEvents(services.events, services.log);
  const { instances } = services;
  const ids = createConnectionIds(services.sealer, instances?.id);
  const streams = createStreamConnections(connections, createServer, ids, logged);
  const sse = createSseConnections(connections, createServer, services.work);

  return {
    async fetch(request, principal, body) {
      const authInfo = toAuthInfo(principal);
      if (await isLegacyRequest(request, body)) return streams({ request, principal, authInfo, body });
      const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
      const serve = () => modern.fetch(request, options);
      if (isStream(body)) return listen(principal, () => bus.serve(principal, serve));
      return toAnswered(await serve());
    },

    async connectionHome({ headers }, principal) {
      const id = headers.get('mcp-session-id');
      if (!instances || id === null || connections.find(id, principal.userId)) return undefined;
      const opened = await ids.read(id, principal);
      if (!opened) return undefined;
      // Where the instance that opened it is dead, the first that is asked has it from now on.
      return (await instances.find(opened.instance)) ?? instances.homeOf(`connection ${digestOf(id)}`);
    },

    openSse: (response, principal, messagePath) => sse.open(response, principal, messagePath),
    postSse: (id, message, principal) =>
      sse.post(id, message, { principal, authInfo: toAuthInfo(principal) }),

    isStream,

    async close() {
      await Promise.allSettled([modern.close(), connections.closeAll()]);
      await logged?.flush();
    },
  };

  /** A listen stream is the one thing that lasts in the newer era, and counts as a connection. */
  async function listen(principal: Principal, serve: () => Promise<Response>): Promise<Response> {
    const id = newId('listen_');
    let stream: BoundedStream | undefined;
    const connection: ClientConnection = {
      isBusy: () => false,
      isHeard: () => true,
      close: async () => stream?.close(),
    };
    connections.add(id, connection, principal.userId);
    const onEnd = () => connections.remove(id);
    const response = await serve().catch((error: unknown) => {
      onEnd();
      throw error;
    });
    stream = toBoundedStream(response, { onEnd });
    return stream.response;
  }
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The SDK's empty response to a call whose server was closed; the client may still be there to read a reason. */
const CLOSED = 499;

function toAnswered(response: Response): Response {
  if (response.status !== CLOSED) return response;
  throw new TandemError(
    'unavailable',
    'This server stopped before the call was done. What the call did may or may not have been saved: look before you repeat it.',
    { retryAfter: 5 },
  );
}

function isStream(body: unknown): boolean {
  return (body as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen';
}

function toAuthInfo(principal: Principal): AuthInfo {
  // The token itself stays at the door: handlers see who calls, never what they showed.
  return { token: '', clientId: principal.userId, scopes: [], extra: { principal } };
}
