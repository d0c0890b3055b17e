import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { PASSED_ON_HEADER } from '../auth/passed-on.ts';
import { TandemError } from '../errors.ts';
import type { ListenerName } from './door-of.ts';
import type { NodePair } from './exchange.ts';
import { createForwardedOf } from './forwarded.ts';
import { createHttpApp } from './http-app.ts';
import type { HttpOptions, OwnOptions, Ports } from './http-options.ts';
import { toNodeExchange } from './node-exchange.ts';
import { createOwnLocate, createOwnSite } from './own-site.ts';
import { createPassing } from './passing.ts';

export interface Listeners {
  ports: Ports;
  /** Take no new connections; those that are open stay. */
  refuse(): void;
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  /** 0 takes a free one. The same number for both joins them in one listener. */
  uiPort: number;
  mcpPort: number;
}

/** Deliberately slow clients are disconnected; TCP itself detects those that are gone. */
const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
};

/** Bind the UI port and the MCP port, or none of them. */
export async function openListeners(
  options: HttpOptions & OwnOptions,
  where: ListenOptions,
): Promise<Listeners> {
  let ports: Ports = { ui: where.uiPort, mcp: where.mcpPort };
  const app = createHttpApp(
    options,
    createOwnSite(options, () => ports),
  );
  const locateFrom = createOwnLocate(options, app.routes);
  const forwardedOf = createForwardedOf(options.trustProxy);
  /** What another instance says of a request that it passed on is as good as what we see ourselves. */
  const received = (listener: ListenerName, request: IncomingMessage) => {
    const { passedOn } = options;
    if (!passedOn) return { way: { listener, ...forwardedOf(request) }, passing: undefined };
    const { method = 'GET', url: target = '/' } = request;
    const said = passedOn.read([request.headers[PASSED_ON_HEADER]].flat()[0], { method, target });
    const way = said ? { address: undefined, ...said } : { listener, ...forwardedOf(request) };
    return { way, passing: createPassing(passedOn, request, { way, isPassedOn: said !== undefined }) };
  };
  const joined = where.uiPort === where.mcpPort && where.uiPort !== 0;
  const opened: Server[] = [];
  const open = async (listener: ListenerName, port: number) => {
    const answer = getRequestListener((request, pair) => {
      const { incoming, outgoing } = pair as NodePair;
      const { way, passing } = received(listener, incoming);
      const { address, requestId } = way;
      const exchange = { ...toNodeExchange({ incoming, outgoing }), address, requestId, passing };
      return app.fetch(request, incoming.url ?? '/', exchange, locateFrom(way.listener, way));
    });
    const server = createServer(SERVER_OPTIONS, answer);
    // Cut off by Node, headers would be missing without a word; the parser bounds their size.
    server.maxHeadersCount = 0;
    // Without a listener Node asks for the body before anybody has looked at who sends it.
    server.on('checkContinue', answer);
    server.on('upgrade', (request, stream, head) => {
      const { way, passing } = received(listener, request);
      app.sockets.upgrade(request, stream, head, locateFrom(way.listener, way), { ...way, passing });
    });
    await listen(server, port, where.host);
    opened.push(server);
    return (server.address() as AddressInfo).port;
  };

  const close = async () => {
    app.sockets.close();
    await Promise.all(opened.map(shut));
  };
  try {
    const ui = await open(joined ? 'joined' : 'ui', where.uiPort);
    ports = { ui, mcp: joined ? ui : where.mcpPort };
    if (!joined) ports = { ui, mcp: await open('mcp', where.mcpPort) };
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get ports() {
      return ports;
    },
    refuse: () => opened.forEach((server) => void server.close()),
    close,
  };
}

const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(translate(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function translate(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new TandemError(
      'unavailable',
      `Port ${port} is in use. Stop the program that uses it, or choose another with --port and --mcp-port, or http.port and http.mcpPort (0 picks a free one).`,
    );
  if (error.code === 'EACCES')
    return new TandemError(
      'unavailable',
      `Port ${port} needs privileges that this user lacks. Choose one above 1023.`,
    );
  if (NO_ADDRESS.has(error.code ?? ''))
    return new TandemError('invalid_config', `"${host}" is not an address of this machine.`);
  return error;
}

/** Answers under way get a moment to end; streams do not end by themselves. */
function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 300).unref();
  });
}
