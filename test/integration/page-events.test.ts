import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { callerAt, openEvents, post, signedIn } from './guards/events-client.ts';
import { startGuardedServer } from './guards/guarded-server.ts';
import { eventually } from './harness.ts';

const record = recordAttacks('Connections over events');
const DEEP = '['.repeat(5000) + ']'.repeat(5000);

async function errorOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: string };
  return `${response.status} ${error}`;
}

test.each(['page', 'views'] as const)('the %s door: frames in both directions, in order', async (door) => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, door), '/echo/a%20b?c=d');
  expect(page.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(page.response.headers.get('cache-control')).toContain('no-store');
  // Areas see the address of the socket, whichever way a page connects.
  expect(await page.next()).toEqual({ name: 'message', data: 'a%20b /echo/a%20b?c=d' });
  expect((await page.send({ first: 0, frames: ['{"n":0}', 'line\nbreak'] })).status).toBe(204);
  expect(
    (await page.send({ first: 2, frames: Array.from({ length: 100 }, (_, n) => `"${n} ü"`) })).status,
  ).toBe(204);
  expect(await page.next()).toEqual({ name: 'message', data: '{"n":0}' });
  expect(await page.next()).toEqual({ name: 'message', data: 'line\nbreak' });
  for (let n = 0; n < 100; n++) expect(await page.next()).toEqual({ name: 'message', data: `"${n} ü"` });
  await page.leave();
});

test('a POST that is repeated counts once, and one that skips frames is refused', async () => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'page'), '/echo/a');
  await page.next();
  await page.send({ first: 0, frames: ['"a"', '"b"'] });
  expect((await page.send({ first: 0, frames: ['"a"', '"b"'] })).status).toBe(204);
  expect((await page.send({ first: 1, frames: ['"b"', '"c"'] })).status).toBe(204);
  expect(await errorOf(await page.send({ first: 4, frames: ['"e"'] }))).toBe(
    '409 Frame 3 is missing. Send the frames in order.',
  );
  await page.send({ first: 3, frames: ['"d"'] });
  for (const data of ['"a"', '"b"', '"c"', '"d"'])
    expect(await page.next()).toEqual({ name: 'message', data });
  await page.leave();
});

test('a body that is not frames is refused, and the connection stays', async () => {
  await using server = await startGuardedServer();
  const caller = callerAt(server, 'page');
  const page = await openEvents(caller, '/echo/a');
  await page.next();
  for (const body of [
    null,
    [],
    {},
    { first: -1, frames: [] },
    { first: 0.5, frames: [] },
    { first: 0, frames: [1] },
  ]) {
    const response = await post(caller, `/api/connections/${page.id}`, body);
    expect(await errorOf(response)).toBe('400 Send {"first": 0, "frames": ["…"]}.');
  }
  await page.send({ first: 0, frames: ['"still here"'] });
  expect((await page.next())?.data).toBe('"still here"');
  await page.leave();
});

test('what a socket refuses, and what does not exist, is refused before a stream opens', async () => {
  await using server = await startGuardedServer();
  const caller = callerAt(server, 'views');
  expect(await errorOf(await post(caller, '/api/events/echo/locked', {}))).toBe('403 This room is locked.');
  expect(await errorOf(await post(caller, '/api/events/ws', {}))).toBe('404 Not found: /api/events/ws.');
  const { origin, headers } = caller;
  expect((await fetch(`${origin}/api/events/echo/a`, { headers })).status).toBe(404);
  expect(server.connected()).toBe(0);
});

test('the server closes with a code and a reason', async () => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'page'), '/echo/a');
  await page.next();
  await page.send({ first: 0, frames: ['"close"', '"after"'] });
  expect(await page.next()).toEqual({ name: 'close', data: '{"code":4001,"reason":"as asked"}' });
  expect(await page.next()).toBeUndefined();
  expect(server.connected()).toBe(0);
  expect((await page.send({ first: 2, frames: [] })).status).toBe(404);
});

test('a server that stops says so', async () => {
  const server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'page'), '/echo/a');
  await page.next();
  await server[Symbol.asyncDispose]();
  expect(await page.next()).toEqual({
    name: 'close',
    data: '{"code":1001,"reason":"server is shutting down"}',
  });
  expect(await page.next()).toBeUndefined();
});

test('a page that leaves frees everything', async () => {
  await using server = await startGuardedServer({ yaml: 'mcp: { limits: { maxConnectionsPerUser: 1 } }' });
  const caller = callerAt(server, 'page');
  for (let i = 0; i < 3; i++) {
    const page = await openEvents(caller, '/echo/a');
    await page.next();
    expect(server.connected()).toBe(1);
    await page.leave();
    await eventually('that the connection is closed', () => server.connected() === 0);
    expect((await page.send({ first: 0, frames: [] })).status).toBe(404);
  }
});

test('a page that does not read is disconnected before it fills the memory', async () => {
  await using server = await startGuardedServer();
  const { headers } = callerAt(server, 'page');
  const raw = connect(server.ui, '127.0.0.1');
  const lines = Object.entries({
    Host: `localhost:${server.ui}`,
    ...headers,
    'Content-Type': 'application/json',
  });
  raw.write(
    `POST /api/events/echo/a HTTP/1.1\r\nContent-Length: 2\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{}`,
  );
  let text = '';
  const id = await new Promise<string>((resolve) => {
    raw.on('data', (chunk) => {
      text += chunk;
      const [, found] = /"id":"([^"]+)"/.exec(text) ?? [];
      if (!found) return;
      raw.removeAllListeners('data').pause();
      resolve(found);
    });
  });
  await post(callerAt(server, 'page'), `/api/connections/${id}`, { first: 0, frames: ['"flood"'] });
  await eventually('that the page is disconnected', () => server.connected() === 0);
  // What it would have to read now is less than what it was sent, and has an end.
  let read = 0;
  await new Promise<void>((resolve) => {
    raw.on('data', (chunk) => {
      read += chunk.length;
      if (String(chunk).endsWith('\r\n0\r\n\r\n')) resolve();
    });
    raw.resume();
  });
  expect(read).toBeLessThan(32 * 1024 * 1024);
  raw.destroy();
  record(
    'open a stream and do not read it',
    'POST /api/events',
    'The connection is closed once 32 MB are unread.',
  );
  expect(server.logged()).not.toContain('unexpected');
});

test('events and WebSockets count together', async () => {
  await using server = await startGuardedServer({ yaml: 'mcp: { limits: { maxConnectionsPerUser: 2 } }' });
  const caller = callerAt(server, 'page');
  const socket = new WebSocket(`ws://localhost:${server.ui}/echo/a`, { headers: caller.headers });
  await new Promise((resolve) => socket.once('message', resolve));
  const page = await openEvents(caller, '/echo/a');
  const refusal = await errorOf(await post(callerAt(server, 'views'), '/api/events/echo/a', {}));
  expect(refusal).toContain('mcp.limits.maxConnectionsPerUser');
  record('open streams without end', 'POST /api/events', refusal);
  socket.terminate();
  await page.leave();
});

test("frames need the page's token, also where the connection is one's own", async () => {
  await using server = await startGuardedServer();
  const caller = callerAt(server, 'page');
  const page = await openEvents(caller, '/echo/a');
  const { 'X-Tandem-Token': _, ...headers } = caller.headers;
  const refusal = await errorOf(await page.send({ first: 0, frames: ['"a"'] }, { ...caller, headers }));
  expect(refusal).toMatch(/^403 .*x-tandem-token/);
  record('send frames with the cookie alone', 'POST /api/connections', refusal);
  await page.leave();
});

test('the connection of another user, or of the other door, is not found', async () => {
  const keys = ['ann', 'ben'].map((id) => `{ key: ${id}-key-0123456789abcdef, user: { id: ${id} } }`);
  await using server = await startGuardedServer({
    yaml: `mcp: { auth: { type: api_key, keys: [${keys.join(', ')}] } }`,
  });
  const [ann, ben] = await Promise.all(
    ['ann', 'ben'].map((id) => signedIn(server, `${id}-key-0123456789abcdef`)),
  );
  if (!ann || !ben) throw new Error('not signed in');
  const page = await openEvents(ann, '/page-ws');
  // Where the server works is not shown to those who are elsewhere.
  expect((await page.next())?.data).toBe('page of .');
  const frames = { first: 0, frames: ['"a"'] };
  const foreign = await errorOf(await page.send(frames, ben));
  const unknown = await errorOf(await post(ben, '/api/connections/unknown', frames));
  expect(foreign).toBe(unknown);
  expect(foreign).toMatch(/^404 Connection not found/);
  record("send frames on another user's connection", 'POST /api/connections', foreign);
  expect((await page.send(frames)).status).toBe(204);
  await page.leave();
});

test('a connection of one door is not found at the other', async () => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'page'), '/echo/a');
  const refusal = await errorOf(await page.send({ first: 0, frames: ['"a"'] }, callerAt(server, 'views')));
  expect(refusal).toMatch(/^404 Connection not found/);
  record(
    "send frames on a connection of the person's page, from a live view",
    'POST /api/connections',
    refusal,
  );
  await page.leave();
});

test('a frame that is nested 5,000 deep ends its connection with a sentence', async () => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'views'), '/1/ws');
  await page.next();
  await page.send({ first: 0, frames: [DEEP] });
  const closed = await page.next();
  expect(closed).toEqual({
    name: 'close',
    data: '{"code":1008,"reason":"The frame is nested deeper than 200 levels. Send flatter JSON."}',
  });
  record('a frame nested 5,000 deep', 'POST /api/connections', closed?.data ?? '');
  expect(server.logged()).not.toContain('unexpected');
});

test('a page on which a handler breaks is closed, and the server stays', async () => {
  await using server = await startGuardedServer();
  const page = await openEvents(callerAt(server, 'page'), '/echo/a');
  const other = await openEvents(callerAt(server, 'page'), '/echo/b');
  await Promise.all([page.next(), other.next()]);
  await page.send({ first: 0, frames: ['"break"'] });
  expect(await page.next()).toEqual({ name: 'close', data: '{"code":1011,"reason":"internal error"}' });
  expect(server.logged()).toContain("unexpected error on a page's event stream");
  await other.send({ first: 0, frames: ['"here"'] });
  expect((await other.next())?.data).toBe('"here"');
  await other.leave();
});

test('pages say that they use events, where they are told to', async () => {
  await using told = await startGuardedServer({ yaml: 'http: { webSockets: false }' });
  await using plain = await startGuardedServer();
  const meta = '<meta name="tandem-transport" content="events">';
  const read = async (server: typeof told) => {
    const { origin, headers } = callerAt(server, 'page');
    const response = await fetch(`${origin}/`, { headers });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    return response.text();
  };
  expect(await read(told)).toContain(`<head>${meta}`);
  expect(await read(plain)).not.toContain(meta);
});
