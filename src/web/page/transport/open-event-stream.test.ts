import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageEventName, toEvent } from '../../../protocol/page-events.ts';
import { openEventStream } from './open-event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server with one stream, and a page that is connected to it. */
function connect(options: { status?: number; onText?: (text: string) => void } = {}) {
  const { status = 200, onText } = options;
  const requests: { path: string; headers: unknown; body: unknown }[] = [];
  const heard: string[] = [];
  const encoder = new TextEncoder();
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      writer = controller;
    },
  });
  vi.stubGlobal('fetch', async (path: string, { headers, body, signal }: RequestInit) => {
    requests.push({ path, headers, body: JSON.parse(String(body)) });
    if (!path.startsWith('/api/events')) return new Response(null, { status: 204 });
    signal?.addEventListener('abort', () => writer?.error(new DOMException('left', 'AbortError')));
    return new Response(stream, { status });
  });
  const transport = openEventStream(
    '/ws/x',
    {
      onOpen: () => heard.push('open'),
      onText: (text) => {
        heard.push(text);
        onText?.(text);
      },
      onClose: (code) => heard.push(`closed ${code}`),
    },
    async () => ({ 'X-Tandem-Token': 'token' }),
  );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    transport,
    requests,
    heard,
    settle,
    async write(text: string) {
      writer?.enqueue(encoder.encode(text));
      await settle();
    },
    async event(name: PageEventName, data: unknown) {
      await this.write(toEvent(name, JSON.stringify(data)));
    },
    async end() {
      writer?.close();
      await settle();
    },
  };
}

test('frames go both ways once the stream is open, with the headers of the page', async () => {
  const page = connect();
  const { transport, requests, heard, settle } = page;
  await settle();
  expect(transport.send('"early"')).toBe(false);
  await page.event('open', { id: 'id-1' });
  await page.event('message', { a: 1 });
  expect(heard).toEqual(['open', '{"a":1}']);
  expect(transport.send('"a"')).toBe(true);
  expect(transport.send('"b"')).toBe(true);
  await settle();
  const headers = { 'Content-Type': 'application/json', 'X-Tandem-Token': 'token' };
  expect(requests).toEqual([
    { path: '/api/events/ws/x', headers, body: {} },
    { path: '/api/connections/id-1', headers, body: { first: 0, frames: ['"a"', '"b"'] } },
  ]);
});

test('the code of the server is reported, once, and nothing can be sent any more', async () => {
  const page = connect();
  await page.event('open', { id: 'id-1' });
  await page.event('close', { code: 4001, reason: 'restarted' });
  expect(page.heard).toEqual(['open', 'closed 4001']);
  expect(page.transport.send('"a"')).toBe(false);
});

test.each([401, 404, 503])(
  'a refusal with %d is reported as a connection that could not be made',
  async (status) => {
    const page = connect({ status });
    await page.settle();
    expect(page.heard).toEqual(['closed 1006']);
  },
);

test('a stream that ends without a word is lost', async () => {
  const page = connect();
  await page.event('open', { id: 'id-1' });
  await page.end();
  expect(page.heard).toEqual(['open', 'closed 1006']);
});

test('a stream without a sign of life is lost; heartbeats keep it', async () => {
  const page = connect();
  await page.event('open', { id: 'id-1' });
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(20_000);
    await page.write(':\n\n');
  }
  expect(page.heard).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.heard).toEqual(['open', 'closed 1006']);
});

test('a page that leaves hears nothing more', async () => {
  const page = connect();
  await page.event('open', { id: 'id-1' });
  page.transport.close();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(page.heard).toEqual(['open']);
});

test('a mistake of the page is reported and does not end its connection', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const mistake = new Error('a mistake');
  const page = connect({
    onText(text) {
      if (text === '"a"') throw mistake;
    },
  });
  await page.event('open', { id: 'id-1' });
  await page.event('message', 'a');
  await page.event('message', 'b');
  expect(page.heard).toEqual(['open', '"a"', '"b"']);
  expect(reported).toEqual([mistake]);
});
