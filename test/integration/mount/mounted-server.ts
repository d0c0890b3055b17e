import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import WebSocket from 'ws';
import { z } from 'zod';
import { createMcpTool } from '../../../src/ask/index.ts';
import { createTandem, type MountOptions, type Tandem } from '../../../src/index.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createFixtureArea } from '../fixture-area.mjs';
import { type Cleanup, tempDir } from '../harness.ts';

/** The ways in which a server passes requests on. */
export type Carrier = 'node' | 'fetch';

export interface MountedServer {
  dir: string;
  tandem: Tandem;
  origin: string;
  /** Where Tandem is mounted. */
  url: string;
  /** The origin of views; the same server by its address. */
  views: string;
}

/** The key of a user is also their cookie: this server's own sign-in. */
export const signIn: MountOptions['signIn'] = (request, { kind }) => {
  const cookie = /user=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  const key = /^Bearer key-of-(\w+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const userId = kind === 'agent' ? key : cookie;
  if (userId) return { userId, name: userId.toUpperCase(), roles: ['guest'] };
  return kind === 'person' ? Response.redirect('https://sign-in.example.com/', 302) : undefined;
};

const orderCake = createMcpTool('order_cake')
  .description('Orders a cake')
  .parameters(z.object({}))
  .elicits({ size: z.object({ size: z.enum(['small', 'large']) }) })
  .execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('size', { message: 'Which size?' });
    return answer.action === 'accept' ? `A ${answer.content.size} cake.` : 'No cake.';
  });

/** A server of somebody else with Tandem at `/my/tandem`, and with pages and sockets of its own. */
export async function startMountedServer(
  cleanup: Cleanup,
  carrier: Carrier,
  { hasViews, ...options }: Partial<MountOptions> & { hasViews?: boolean } = {},
): Promise<MountedServer> {
  const dir = tempDir(cleanup);
  writeFileSync(join(dir, 'tandem.yaml'), 'live: { users: [ada] }\n');
  const tandem = await createTandem({
    dir,
    env: {},
    log: createLogger('silent'),
    tools: [orderCake],
    areas: [createFixtureArea(dir)],
  });
  let serve: RequestListener = (_req, res) => void res.end();
  const server = createServer((req, res) => serve(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => server.close().closeAllConnections());
  cleanup.add(() => tandem.close());
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const url = `${origin}/my/tandem`;
  const views = `http://127.0.0.1:${port}`;
  const mounted = await tandem.mount({ url, signIn, ...(hasViews && { viewsOrigin: views }), ...options });
  const whole = getRequestListener((request) => mounted.fetch(request));
  serve = carrier === 'node' ? mounted.node : whole;
  server.on('upgrade', (req, socket, head) => {
    if (!mounted.upgrade(req, socket, head)) socket.end('HTTP/1.1 418 Ours\r\n\r\n');
  });
  return { dir, tandem, origin, url, views };
}

export async function connectAgent(
  cleanup: Cleanup,
  { url }: Pick<MountedServer, 'url'>,
  user: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer key-of-${user}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  cleanup.add(() => client.close());
  return client;
}

export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text?: string }[];
    isError?: boolean;
  };
  return { text: result.content.map(({ text }) => text).join('\n'), isError: result.isError === true };
}

/** A browser that is signed in at the server. */
export interface Person {
  send(method: string, path: string, options?: { body?: unknown; headers?: HeadersInit }): Promise<Response>;
  token(): Promise<string>;
  /** The first message of a socket, or the status that it is refused with. */
  listen(path: string): Promise<string>;
}

export function asPerson({ origin, url }: Pick<MountedServer, 'origin' | 'url'>, user: string): Person {
  const own = { Cookie: `user=${user}`, Origin: origin };
  const send: Person['send'] = (method, path, { body, headers } = {}) =>
    fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...own, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    send,
    async token() {
      const response = await send('GET', '/api/page-token');
      return ((await response.json()) as { token: string }).token;
    },
    listen: (path) => firstOf(new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: own })),
  };
}

/** The first message of a socket, or the status that it is refused with. */
export function firstOf(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('message', (data) => {
      socket.close();
      resolve(String(data));
    });
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
    socket.once('error', reject);
  });
}
