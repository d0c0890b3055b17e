import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SentFrames } from '../../../protocol/page-events.ts';
import { FrameSender } from './frame-sender.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that responds when it is told to. */
function createServer() {
  const posted: SentFrames[] = [];
  const waiting: { resolve(response: Response): void; reject(error: Error): void }[] = [];
  const failed: number[] = [];
  const leaving = new AbortController();
  const sender = new FrameSender({
    post: (sent) => {
      posted.push(sent);
      return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
    },
    onFailed: (code) => failed.push(code),
    signal: leaving.signal,
  });
  const respond = async (status: number, headers: Record<string, string> = {}) => {
    waiting.shift()?.resolve(new Response(null, { status, headers }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const disconnect = async () => {
    waiting.shift()?.reject(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { posted, failed, leaving, sender, respond, disconnect };
}

async function add(sender: FrameSender, ...frames: string[]): Promise<void> {
  for (const frame of frames) sender.add(frame);
  await vi.advanceTimersByTimeAsync(0);
}

test('one POST at a time; what is sent meanwhile travels in the next one', async () => {
  const { posted, sender, respond } = createServer();
  await add(sender, 'a', 'b');
  await add(sender, 'c');
  await add(sender, 'd');
  expect(posted).toEqual([{ first: 0, frames: ['a', 'b'] }]);
  await respond(204);
  expect(posted[1]).toEqual({ first: 2, frames: ['c', 'd'] });
  await respond(204);
  await add(sender, 'e');
  expect(posted[2]).toEqual({ first: 4, frames: ['e'] });
});

test('a POST that fails is repeated with the same numbers, and frames that came meanwhile behind them', async () => {
  const { posted, failed, sender, respond, disconnect } = createServer();
  await add(sender, 'a');
  await disconnect();
  await add(sender, 'b');
  await vi.runAllTimersAsync();
  expect(posted[1]).toEqual({ first: 0, frames: ['a', 'b'] });
  await respond(204);
  expect(posted).toHaveLength(2);
  expect(failed).toEqual([]);
});

test('a server that asks to wait is sent the frames afterwards', async () => {
  const { posted, failed, sender, respond } = createServer();
  await add(sender, 'a');
  for (let i = 0; i < 10; i++) {
    await respond(429, { 'Retry-After': '7' });
    expect(posted).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(7000);
    expect(posted).toHaveLength(i + 2);
  }
  await respond(204);
  expect(failed).toEqual([]);
});

test('a server that stays away ends the connection', async () => {
  const { failed, sender, disconnect } = createServer();
  await add(sender, 'a');
  for (let i = 0; i < 5; i++) {
    expect(failed).toEqual([]);
    await disconnect();
    await vi.runAllTimersAsync();
  }
  expect(failed).toEqual([1006]);
});

test.each([
  [404, 1006],
  [401, 1006],
  [409, 1006],
  [413, 1009],
])('a single frame that is refused with %d ends the connection with %d', async (status, code) => {
  const { posted, failed, sender, respond } = createServer();
  await add(sender, 'a');
  await respond(status);
  expect(failed).toEqual([code]);
  await add(sender, 'b');
  expect(posted).toHaveLength(1);
});

test('frames that are too large together are sent apart', async () => {
  const { posted, failed, sender, respond } = createServer();
  await add(sender, 'a', 'b', 'c');
  await respond(413);
  await respond(413);
  for (let i = 0; i < 3; i++) await respond(204);
  expect(posted.map(({ first, frames }) => `${first} ${frames.join('')}`)).toEqual([
    '0 abc',
    '0 ab',
    '0 a',
    '1 b',
    '2 c',
  ]);
  expect(failed).toEqual([]);
});

test('large frames are not collected without end', async () => {
  const { posted, sender, respond } = createServer();
  const large = 'x'.repeat(200 * 1024);
  await add(sender, large, large, 'a', 'b');
  await respond(204);
  expect(posted.map(({ frames }) => frames.length)).toEqual([1, 3]);
});

test('nothing is sent after the connection has ended', async () => {
  const { posted, failed, leaving, sender, disconnect } = createServer();
  await add(sender, 'a');
  await disconnect();
  leaving.abort();
  await vi.runAllTimersAsync();
  expect(posted).toHaveLength(1);
  expect(failed).toEqual([]);
});
