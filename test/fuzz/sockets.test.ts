import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Random } from '../random.mjs';
import { eachCase, expectNoInternalError, tryCase } from './fuzz.ts';
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts';
import { hostileText, hostileValue, mutateText, mutateValue } from './hostile.ts';

const PIECES = ['{', '[', '"', '\\', ',', ':', '}', ']', '{"type":', '"data":{', '[['];
const PATHS = [
  '',
  'a',
  'mcp',
  'mcp.value',
  'items.1.name',
  'run()',
  'set(_)',
  '..',
  '@type',
  'x'.repeat(300),
];

const MESSAGES: Record<string, (random: Random) => Record<string, unknown>> = {
  create: (random) => ({
    id: 2 + random.below(50),
    parentId: random.below(5),
    properties: { path: random.pick(PATHS), value: hostileValue(random) },
    nowatch: random.below(2) === 0,
    unbound: random.below(2) === 0,
  }),
  destroy: (random) => ({ varId: random.below(50) }),
  update: (random) => ({
    varId: random.below(50),
    value: hostileValue(random),
    properties: { [random.pick(['path', 'access', 'type', hostileText(random)])]: hostileText(random) },
  }),
  watch: (random) => ({ varId: random.below(50) }),
  unwatch: (random) => ({ varId: random.below(50) }),
};

function liveFrame(random: Random): string {
  const messages = Array.from({ length: 1 + random.below(4) }, () => {
    const type = random.pick(Object.keys(MESSAGES));
    return { type, data: MESSAGES[type]?.(random) };
  });
  return broken(random, { userEvent: random.below(2) === 0, seen: random.below(20), messages });
}

function appFrame(random: Random): string {
  const rows = {
    blockId: random.pick(['rows', 'nothing', hostileText(random)]),
    from: random.below(9),
    count: 5,
  };
  return broken(random, { rows });
}

function broken(random: Random, frame: object): string {
  const shape = random.below(3) === 0 ? mutateValue(random, frame) : frame;
  const text = JSON.stringify(random.below(30) === 0 ? hostileValue(random) : shape);
  return random.below(15) === 0 ? mutateText(random, text, PIECES) : text;
}

function noFrame(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 2 + random.below(200) }, () => random.below(256)));
}

/** A page that connects again when it was let go of, and knows what it was told. */
class FuzzedPage {
  readonly #server: FuzzedServer;
  readonly #address: { host: string; path: string; cookie: 'page' | 'views' };
  #socket: WebSocket | undefined;
  problem: Error | undefined;

  constructor(server: FuzzedServer, address: { host: string; path: string; cookie: 'page' | 'views' }) {
    this.#server = server;
    this.#address = address;
  }

  async send(frame: string): Promise<void> {
    (await this.#open()).send(frame);
  }

  /** Everything sent so far has been taken in, as far as the connection itself is concerned. */
  async settle(): Promise<void> {
    const socket = await this.#open();
    const settled = new AbortController();
    const { signal } = settled;
    socket.ping();
    // The one that does not come is no longer waited for.
    await Promise.race(['pong', 'close'].map((event) => once(socket, event, { signal }).catch(() => {})));
    settled.abort();
    if (this.problem) throw this.problem;
  }

  async #open(): Promise<WebSocket> {
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket;
    const { host, path, cookie } = this.#address;
    const origin = `http://${host}:${this.#server.serving.ui}`;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, {
      headers: { Cookie: this.#server.cookie(cookie), Origin: origin },
    });
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('close', (code, reason) => {
      // Let go of for what it sent, never because something broke.
      if (![1000, 1005, 1006, 1007, 1008, 1009].includes(code))
        this.problem = new Error(`closed with ${code} ${reason}`);
    });
    await once(socket, 'open');
    this.#socket = socket;
    return socket;
  }

  #hear(text: string): void {
    try {
      expectNoInternalError(text);
    } catch (error) {
      this.problem ??= error as Error;
    }
  }

  close(): void {
    this.#socket?.terminate();
  }
}

for (const generate of [liveFrame, appFrame, noFrame])
  test(`the same seed repeats what ${generate.name} makes`, () => {
    const run = () => [...eachCase('repeated')].slice(0, 50).map(({ random }) => generate(random));
    expect(run()).toEqual(run());
  });

test('frames of pages', async () => {
  await using server = await startFuzzedServer();
  const live = new FuzzedPage(server, { host: '127.0.0.1', path: '/ws/1', cookie: 'views' });
  const app = new FuzzedPage(server, {
    host: 'localhost',
    path: `/ws/apps/${server.sessionId}`,
    cookie: 'page',
  });
  let sent = 0;
  for (const { random, name } of eachCase('sockets')) {
    const [page, frame] = random.below(8) > 0 ? [live, liveFrame(random)] : [app, appFrame(random)];
    await tryCase(name, frame, async () => {
      await page.send(frame);
      if (++sent % 20 === 0) await page.settle();
    });
    server.check();
  }
  for (const page of [live, app]) {
    await page.settle();
    page.close();
  }
  // What was asked of Lua is done by now, or the page would have been let go of.
  const caller = await fetch(`http://127.0.0.1:${server.serving.mcp}/state`, {
    headers: { Authorization: `Bearer ${server.key}` },
  });
  expect(caller.status).toBe(200);
  server.check();
});

test('bytes that are no frames', async () => {
  await using server = await startFuzzedServer();
  const { ui } = server.serving;
  const upgrade = `GET /ws/1 HTTP/1.1\r\nHost: 127.0.0.1:${ui}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://127.0.0.1:${ui}\r\nCookie: ${server.cookie('views')}\r\n\r\n`;
  let count = 0;
  for (const { random, name } of eachCase('socket bytes')) {
    if (++count > 500) break;
    const bytes = noFrame(random);
    await tryCase(name, bytes.toString('hex'), async () => {
      const socket = connect(ui, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(upgrade);
      await once(socket, 'data');
      socket.end(bytes);
      socket.resume();
      await once(socket, 'close');
    });
    server.check();
  }
});
