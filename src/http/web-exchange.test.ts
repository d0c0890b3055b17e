import { expect, test } from 'vitest';
import { createWebExchange } from './web-exchange.ts';

const ADDRESS = 'https://app.example.com/tandem/api';

function open(request = new Request(ADDRESS)) {
  const { exchange, finish } = createWebExchange(request);
  let over = 0;
  exchange.whenOver(() => over++);
  return { exchange, finish, over: () => over };
}

test('is over when its response has been read', async () => {
  const { finish, over } = open();
  const response = finish(new Response('text', { status: 201, headers: { 'X-A': '1' } }));
  expect(over()).toBe(0);
  expect(await response.text()).toBe('text');
  expect(response).toMatchObject({ status: 201 });
  expect(response.headers.get('x-a')).toBe('1');
  expect(over()).toBe(1);
});

test('is over when its reader leaves, and what makes the response hears of it', async () => {
  const { finish, over } = open();
  let reason: unknown;
  const body = new ReadableStream({
    cancel(why) {
      reason = why;
    },
  });
  await finish(new Response(body)).body?.cancel('gone');
  expect(reason).toBe('gone');
  expect(over()).toBe(1);
});

test('is over when the caller leaves before the response', () => {
  const leaving = new AbortController();
  const { exchange, over } = open(new Request(ADDRESS, { signal: leaving.signal }));
  leaving.abort();
  expect(over()).toBe(1);
  let isLate = false;
  exchange.whenOver(() => {
    isLate = true;
  });
  expect(isLate).toBe(true);
});

test('is over at once with a response that has no body', () => {
  const { finish, over } = open();
  finish(new Response(null, { status: 204 }));
  expect(over()).toBe(1);
});

test('a body that is refused is not read to its end', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel() {
      isCancelled = true;
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  const { exchange } = open(new Request(ADDRESS, init));
  let taken = 0;
  const reading = exchange.readBody((chunk) => {
    taken += chunk.length;
    if (taken > 20) throw new Error('enough');
  });
  await expect(reading).rejects.toThrow('enough');
  expect(isCancelled).toBe(true);
});

test('a body that somebody else has read is a mistake of the server', async () => {
  const request = new Request(ADDRESS, { method: 'POST', body: '{}' });
  await request.text();
  const { exchange } = open(request);
  await expect(exchange.readBody(() => {})).rejects.toThrow('Mount Tandem before body parsers');
});

test('a body that breaks off is said to be incomplete', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('socket hang up')) });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  const { exchange } = open(new Request(ADDRESS, init));
  await expect(exchange.readBody(() => {})).rejects.toThrow('The body ended before it was complete.');
});
