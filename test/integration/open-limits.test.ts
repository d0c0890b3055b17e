import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';
import { createCleanup, eventually } from './harness.ts';

/* How much one user may keep open at the same time over HTTP. */

const cleanup = createCleanup();
afterEach(cleanup.run);
const record = recordAttacks('Connections held open');

const LIMIT = 3;
const start = () =>
  startGuardedServer({
    yaml: `mcp: { limits: { maxConnectionsPerUser: ${LIMIT}, requestsPerMinute: 100000 } }`,
  });

function openSocket({ ui, cookie }: GuardedServer, host: 'localhost' | '127.0.0.1'): WebSocket {
  const [path, kind] = host === 'localhost' ? ['/ws', 'page' as const] : ['/1/ws', 'views' as const];
  const origin = `http://${host}:${ui}`;
  const socket = new WebSocket(`ws://${host}:${ui}${path}`, {
    headers: { Cookie: cookie(kind), Origin: origin },
  });
  cleanup.add(() => socket.terminate());
  return socket;
}

async function refusalOf(socket: WebSocket): Promise<{ status: number; error: string }> {
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, error: (JSON.parse(body) as { error: string }).error };
}

test('more WebSockets than one user may have are refused, until some are closed', async () => {
  await using server = await start();
  const open: WebSocket[] = [];
  // Whichever page they belong to: the same person has them.
  for (const host of ['localhost', '127.0.0.1', 'localhost'] as const) {
    const socket = openSocket(server, host);
    await once(socket, 'message');
    open.push(socket);
  }
  const { status, error } = await refusalOf(openSocket(server, '127.0.0.1'));
  expect(status).toBe(503);
  expect(error).toContain('mcp.limits.maxConnectionsPerUser');
  record('open WebSockets without end', 'WebSocket', error);
  open[0]?.terminate();
  await eventually('room for another', async () => {
    const socket = openSocket(server, 'localhost');
    socket.on('error', () => {});
    return Promise.race([
      once(socket, 'open').then(() => true),
      once(socket, 'unexpected-response').then(() => false),
    ]);
  });
});

test('upgrades count as requests', async () => {
  await using server = await startGuardedServer({ yaml: 'mcp: { limits: { requestsPerMinute: 2 } }' });
  for (let i = 0; i < 2; i++) await once(openSocket(server, 'localhost'), 'message');
  const { status, error } = await refusalOf(openSocket(server, 'localhost'));
  expect(status).toBe(429);
  record('open and drop WebSockets without pause', 'WebSocket', error.replace(/\d+ s\./, 'N s.'));
});

test('more requests in flight than one user may have are refused, until some are answered', async () => {
  await using server = await start();
  const ask = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${server.mcp}/hold`, {
      headers: { Authorization: `Bearer ${server.key}` },
      signal: signal ?? null,
    });
  const gone = new AbortController();
  const held = Array.from({ length: 10 * LIMIT }, () => ask(gone.signal));
  for (const one of held) one.catch(() => {});
  await eventually('that all are under way', () => server.holding() === 10 * LIMIT);
  const response = await ask();
  expect(response.status).toBe(503);
  const { error } = (await response.json()) as { error: string };
  expect(error).toContain('mcp.limits.maxConnectionsPerUser');
  record('keep requests under way without end', 'GET /wait', error);
  gone.abort();
  await eventually('that all are gone', () => server.holding() === 0);
  server.release();
  expect((await ask()).status).toBe(200);
});
