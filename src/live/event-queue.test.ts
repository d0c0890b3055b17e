import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

test('what waits is taken at once, in order, and only once', async () => {
  const queue = new EventQueue();
  queue.push([{ n: 1 }]);
  queue.push([{ n: 2 }, { n: 3 }]);
  expect(await queue.take(1000)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await queue.take(0)).toEqual([]);
});

test('a waiter is woken by the next event', async () => {
  const queue = new EventQueue();
  const waiting = queue.take(60_000);
  expect(queue.isPolled).toBe(true);
  queue.push([{ n: 1 }]);
  expect(await waiting).toEqual([{ n: 1 }]);
  expect(queue.isPolled).toBe(false);
});

test('of two waiters one gets the event, and the other the next', async () => {
  const queue = new EventQueue();
  const [first, second] = [queue.take(60_000), queue.take(60_000)];
  queue.push([1]);
  expect(await first).toEqual([1]);
  queue.push([2]);
  expect(await second).toEqual([2]);
});

test('time runs out with nothing, and nothing is lost afterwards', async () => {
  const queue = new EventQueue();
  expect(await queue.take(1)).toEqual([]);
  queue.push([1]);
  expect(queue.peek()).toEqual([1]);
});

test('a waiter that goes away takes nothing with it', async () => {
  const queue = new EventQueue();
  const gone = new AbortController();
  const waiting = queue.take(60_000, gone.signal);
  gone.abort();
  expect(await waiting).toEqual([]);
  queue.push([1]);
  expect(await queue.take(0, gone.signal)).toEqual([]);
  expect(await queue.take(0)).toEqual([1]);
});

test('events of an earlier process are still there', async () => {
  expect(await new EventQueue([{ old: true }]).take(0)).toEqual([{ old: true }]);
});
