import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toEvent } from '../../protocol/page-events.ts';

/** A WebSocket that does what the test says when it is opened. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static behave: (socket: FakeSocket) => void = () => {};
  readyState = 0;

  constructor() {
    super();
    queueMicrotask(() => FakeSocket.behave(this));
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  fail(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }

  close(): void {
    this.readyState = 3;
  }
}

let tried: string[] = [];
let areEventsServed = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  tried = [];
  areEventsServed = true;
  vi.stubGlobal('location', { origin: 'http://localhost:1' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async () => {
    tried.push('events');
    if (!areEventsServed) throw new TypeError('Failed to fetch');
    const open = new TextEncoder().encode(toEvent('open', '{"id":"x"}'));
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(open) }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connect(behave: (socket: FakeSocket) => void) {
  FakeSocket.behave = (socket) => {
    tried.push('webSocket');
    behave(socket);
  };
  const { ReconnectingSocket } = await import('./reconnecting-socket.ts');
  const socket = new ReconnectingSocket('/ws', {
    onOpen: () => void tried.push('open'),
    onText() {},
    onLost: ({ failures }) => void tried.push(`lost ${failures}`),
  });
  socket.start();
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

test('WebSockets that are refused give way to events, before the page hears of a loss', async () => {
  const socket = await connect((refused) => refused.fail());
  expect(tried).toEqual(['webSocket', 'webSocket', 'events', 'open']);
  expect(socket.send('"a"')).toBe(true);
  socket.close();
});

test('a WebSocket that hangs gives way as well', async () => {
  const socket = await connect(() => {});
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tried).toEqual(['webSocket', 'webSocket', 'events', 'open']);
  socket.close();
});

test('a page whose WebSocket worked waits for the server with WebSockets alone', async () => {
  let current: FakeSocket | undefined;
  let isUp = true;
  const socket = await connect((made) => {
    current = made;
    if (isUp) made.open();
    else made.fail();
  });
  isUp = false;
  current?.fail();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(new Set(tried)).toEqual(
    new Set(['webSocket', 'open', ...tried.filter((what) => /^lost/.test(what))]),
  );
  isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tried.at(-1)).toBe('open');
  expect(tried).not.toContain('events');
  socket.close();
});

test('a server that is away is tried in both ways, after a pause', async () => {
  areEventsServed = false;
  const socket = await connect((refused) => refused.fail());
  expect(tried).toEqual(['webSocket', 'webSocket', 'events', 'lost 1']);
  await vi.advanceTimersByTimeAsync(300);
  expect(tried.slice(4)).toEqual(['webSocket', 'events', 'lost 2']);
  socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried).toHaveLength(7);
});
