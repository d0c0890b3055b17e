import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { ENDPOINTS, type Endpoint } from './guards/endpoints.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';
import { sendRaw } from './guards/raw-request.ts';

const record = recordAttacks('Bodies');
let server: GuardedServer;
beforeAll(async () => {
  server = await startGuardedServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const withBody = ENDPOINTS.filter(({ name }) => name.startsWith('POST'));
const known = withBody.filter(({ isWayIn }) => !isWayIn);

/** The head of a request that declares a body but has not sent it yet. */
function openRequest(
  endpoint: Endpoint,
  headers: Record<string, string | null>,
): { socket: Socket; answer: Promise<string> } {
  const { method, path, headers: own } = endpoint.request(server);
  const lines = Object.entries({ ...own, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  const socket = connect(server[endpoint.port], '127.0.0.1');
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  const answer = once(socket, 'data').then(([chunk]) => String(chunk));
  return { socket, answer };
}

describe.each(known)('$name', (endpoint) => {
  test('a client that sends Expect is told to continue only once it is authenticated', async () => {
    const asking = { Expect: '100-continue', 'Content-Length': '2' };
    const stranger = openRequest(endpoint, { ...asking, Authorization: null, Cookie: null });
    expect(await stranger.answer).toMatch(/^HTTP\/1\.1 40[13] /);
    const { error } = JSON.parse((await stranger.answer).split('\r\n\r\n')[1] ?? '') as { error: string };
    record('send a body without a key or cookie', endpoint.name, `Not read. ${error}`);
    stranger.socket.destroy();
    const right = openRequest(endpoint, asking);
    expect(await right.answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    right.socket.write('{}');
    expect(String((await once(right.socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 [24]\d\d /);
    right.socket.destroy();
  });

  test('a stranger who keeps sending is disconnected, and a known caller is served afterwards', async () => {
    const { socket, answer } = openRequest(endpoint, {
      Authorization: null,
      Cookie: null,
      'Content-Length': '4000000',
    });
    expect(await answer).toMatch(/^HTTP\/1\.1 40[13] /);
    socket.on('error', () => {});
    socket.resume();
    const closed = once(socket, 'close');
    socket.write('x'.repeat(1000));
    await closed;
    const response = await sendRaw(server[endpoint.port], endpoint.request(server));
    expect(response.status).toBe(endpoint.status);
  });
});

test('bodies that break off are not logged as errors', async () => {
  for (const endpoint of withBody)
    for (const sent of ['', '{"half":']) {
      const { socket } = openRequest(endpoint, { 'Content-Length': '1000' });
      await once(socket, 'connect');
      socket.end(sent);
      await once(socket.resume(), 'close');
    }
  // Whatever was noticed is on the log by the time a later request is answered.
  for (const endpoint of withBody) await sendRaw(server[endpoint.port], endpoint.request(server));
  expect(server.logged()).not.toMatch(/ (error|warn) /);
});

test('sign-in bodies of strangers are limited far below other bodies', async () => {
  const signIn = withBody.find(({ isWayIn }) => isWayIn);
  const body = JSON.stringify({ secret: 'x'.repeat(100_000) });
  const response = await sendRaw(server.ui, { ...signIn?.request(server), body });
  expect(response.status).toBe(413);
  const { error } = JSON.parse(response.body) as { error: string };
  record('send a large body to sign in', 'POST /api/sign-in', error);
});

test('all bodies of one user together are limited', async () => {
  const endpoint = withBody.find(({ name }) => name.startsWith('POST /mcp')) as Endpoint;
  const sockets: Socket[] = [];
  const answers: Promise<string>[] = [];
  const part = Buffer.alloc(4_000_000, ' ');
  for (let i = 0; i < 20; i++) {
    const { socket, answer } = openRequest(endpoint, { 'Content-Length': '4000001' });
    socket.on('error', () => {});
    socket.write(part);
    sockets.push(socket);
    answers.push(answer);
  }
  const first = await Promise.race(answers);
  expect(first).toMatch(/^HTTP\/1\.1 429 /);
  expect(first).toContain('http.maxBodyBytes');
  const { error } = JSON.parse(first.slice(first.indexOf('{'))) as { error: string };
  record('fill the memory with bodies that are never whole', 'POST /mcp', `429 ${error}`);
  for (const socket of sockets) socket.destroy();
});
