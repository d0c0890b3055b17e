import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';

const record = recordAttacks('WebSocket frames');

const toUpgrade = ({ ui, cookie }: GuardedServer) =>
  `GET /ws HTTP/1.1\r\nHost: localhost:${ui}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://localhost:${ui}\r\nCookie: ${cookie('page')}\r\n\r\n`;

test('a broken frame ends its own connection and nothing else', async () => {
  await using server = await startGuardedServer();
  const headers = { Cookie: server.cookie('page'), Origin: `http://localhost:${server.ui}` };
  const good = new WebSocket(`ws://localhost:${server.ui}/ws`, { headers });
  await once(good, 'message');

  const raw = connect(server.ui, '127.0.0.1');
  raw.write(toUpgrade(server));
  const [head] = (await once(raw, 'data')) as [Buffer];
  expect(String(head)).toContain('101');
  // Reserved bits set: no WebSocket frame looks like this.
  raw.write(Buffer.from([0xff, 0x80, 0, 0, 0, 0]));
  raw.resume();
  await once(raw, 'close');

  good.ping();
  await once(good, 'pong');
  good.terminate();
});

test('a page that no longer responds does not delay the end of the server', async () => {
  await using server = await startGuardedServer();
  const raw = connect(server.ui, '127.0.0.1');
  raw.write(toUpgrade(server));
  await once(raw, 'data');
  const ended = once(raw, 'close');
  // From now on it reads, and says nothing, like a sleeping tab.
  raw.resume();
  await Promise.all([server[Symbol.asyncDispose](), ended]);
});

test('a frame that is nested 5,000 deep ends its connection with a sentence', async () => {
  await using server = await startGuardedServer();
  const headers = { Cookie: server.cookie('views'), Origin: `http://127.0.0.1:${server.ui}` };
  const page = new WebSocket(`ws://127.0.0.1:${server.ui}/1/ws`, { headers });
  await once(page, 'message');
  page.send('['.repeat(5000) + ']'.repeat(5000));
  const [code, reason] = (await once(page, 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([
    1008,
    'The frame is nested deeper than 200 levels. Send flatter JSON.',
  ]);
  record('a frame nested 5,000 deep', 'WebSocket', `${code} ${reason}`);
  expect(server.logged()).not.toContain('unexpected');
});

test('a page on which a handler breaks is disconnected, and the server stays up', async () => {
  await using server = await startGuardedServer();
  const headers = { Cookie: server.cookie('views'), Origin: `http://127.0.0.1:${server.ui}` };
  const page = new WebSocket(`ws://127.0.0.1:${server.ui}/1/ws`, { headers });
  await once(page, 'message');
  page.send('"break"');
  expect((await once(page, 'close'))[0]).toBe(1011);
  record(
    'break the handler of a frame',
    'WebSocket',
    'The connection is closed with 1011; the server and others go on.',
  );
  expect(server.logged()).toContain('unexpected error on a WebSocket');
  const next = new WebSocket(`ws://127.0.0.1:${server.ui}/1/ws`, { headers });
  await once(next, 'message');
  next.terminate();
});
