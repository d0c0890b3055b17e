import { expect, test } from 'vitest';
import { toBoundedStream } from './bounded-stream.ts';

function open(options: { maxBytes?: number } = {}) {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      source = controller;
    },
    cancel() {
      cancelled = true;
    },
  });
  let ends = 0;
  const stream = toBoundedStream(new Response(body, { headers: { 'X-Kept': 'yes' } }), {
    onEnd: () => ends++,
    ...options,
  });
  const write = (text: string) => source?.enqueue(new TextEncoder().encode(text));
  return { stream, write, finish: () => source?.close(), ends: () => ends, isCancelled: () => cancelled };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('passes everything on, and is over when its source is', async () => {
  const { stream, write, finish, ends } = open();
  write('a');
  write('b');
  expect(stream.isOpen()).toBe(true);
  finish();
  expect(await stream.response.text()).toBe('ab');
  expect(stream.response.headers.get('X-Kept')).toBe('yes');
  expect([stream.isOpen(), ends()]).toEqual([false, 1]);
});

test('ends when its client does not read', async () => {
  const { stream, write, ends, isCancelled } = open({ maxBytes: 10 });
  for (let i = 0; i < 5; i++) write('xxxx');
  await settle();
  expect([stream.isOpen(), ends(), isCancelled()]).toEqual([false, 1, true]);
  await expect(stream.response.text()).rejects.toThrow('does not read');
});

test('tells its source when its client goes', async () => {
  const { stream, ends, isCancelled } = open();
  await stream.response.body?.cancel();
  expect([stream.isOpen(), ends(), isCancelled()]).toEqual([false, 1, true]);
});

test('can be closed from here', async () => {
  const { stream, write, ends, isCancelled } = open();
  write('a');
  await settle();
  await stream.close();
  await stream.close();
  expect(await stream.response.text()).toBe('a');
  expect([stream.isOpen(), ends(), isCancelled()]).toEqual([false, 1, true]);
});

test('an answer without a body is no stream', () => {
  let ends = 0;
  const stream = toBoundedStream(new Response(null, { status: 202 }), { onEnd: () => ends++ });
  expect([stream.response.status, stream.isOpen(), ends]).toEqual([202, false, 1]);
});
