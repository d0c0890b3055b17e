import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

test('queued events are taken at once, in order, and only once', async () => {
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

test('of two waiters, one gets the event and the other the next', async () => {
  const queue = new EventQueue();
  const [first, second] = [queue.take(60_000), queue.take(60_000)];
  queue.push([1]);
  expect(await first).toEqual([1]);
  queue.push([2]);
  expect(await second).toEqual([2]);
});

test('a timeout returns nothing, and nothing is lost afterwards', async () => {
  const queue = new EventQueue();
  expect(await queue.take(1)).toEqual([]);
  queue.push([1]);
  expect(queue.peek()).toEqual([1]);
});

test('a waiter that leaves takes nothing with it', async () => {
  const queue = new EventQueue();
  const gone = new AbortController();
  const waiting = queue.take(60_000, gone.signal);
  gone.abort();
  expect(await waiting).toEqual([]);
  queue.push([1]);
  expect(await queue.take(0, gone.signal)).toEqual([]);
  expect(await queue.take(0)).toEqual([1]);
});

test('events of an earlier process are kept', async () => {
  expect(await new EventQueue([{ old: true }]).take(0)).toEqual([{ old: true }]);
});

test('events over the limit are dropped, oldest first, and counted', async () => {
  const queue = new EventQueue([], { events: 3, characters: 1000 });
  expect(queue.push([1, 2])).toBe(0);
  expect(queue.push([3, 4, 5])).toBe(2);
  expect(await queue.take(0)).toEqual([3, 4, 5]);
  expect(queue.push([6, 7, 8])).toBe(0);
});

test('events over the size limit are dropped too, but never the newest', async () => {
  const queue = new EventQueue([], { events: 100, characters: 50 });
  const large = (n: number) => ({ n, text: 'x'.repeat(20) });
  expect(queue.push([large(1), large(2)])).toBe(1);
  const huge = { text: 'x'.repeat(500) };
  expect(queue.push([huge])).toBe(1);
  expect(queue.peek()).toEqual([huge]);
  await queue.take(0);
  expect(queue.push([large(3)])).toBe(0);
});

test('app code may push any number at once', () => {
  const queue = new EventQueue([], { events: 10, characters: 1000 });
  expect(queue.push(Array.from({ length: 300_000 }, (_, n) => n))).toBe(299_990);
});

test('a waiter that leaves as it is woken leaves the events to the next', async () => {
  const queue = new EventQueue();
  const gone = new AbortController();
  const [first, second] = [queue.take(60_000, gone.signal), queue.take(60_000)];
  queue.push([1]);
  gone.abort();
  expect(await first).toEqual([]);
  expect(await second).toEqual([1]);
});
