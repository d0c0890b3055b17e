import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VariableMessage } from './lua/live-runtime.ts';
import { createPageOutbox } from './page-outbox.ts';

const update = (varId: number): VariableMessage => ({ type: 'update', data: { varId } });
const idsOf = (text: string) => (JSON.parse(text) as VariableMessage[]).map(({ data }) => data.varId);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first goes at once, those that follow closely go together, in order', () => {
  const sent: string[] = [];
  const outbox = createPageOutbox((text) => sent.push(text));
  outbox.add([update(1)]);
  expect(sent.map(idsOf)).toEqual([[1]]);
  outbox.add([update(2)]);
  outbox.add([update(3), update(4)]);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(10);
  expect(sent.map(idsOf)).toEqual([[1], [2, 3, 4]]);
});

test('flushed, what waits goes now and not again', () => {
  const sent: string[] = [];
  const outbox = createPageOutbox((text) => sent.push(text));
  outbox.add([update(1)]);
  outbox.add([update(2)]);
  outbox.flush();
  outbox.flush();
  vi.advanceTimersByTime(100);
  expect(sent.map(idsOf)).toEqual([[1], [2]]);
});

test('nothing is sent for nothing', () => {
  const send = vi.fn();
  createPageOutbox(send).add([]);
  expect(send).not.toHaveBeenCalled();
});

test('as many messages at once as there are', () => {
  const sent: string[] = [];
  createPageOutbox((text) => sent.push(text)).add(Array.from({ length: 300_000 }, (_, i) => update(i)));
  expect(sent).toHaveLength(1);
});

test('closed, it sends nothing and holds nothing', () => {
  const send = vi.fn();
  const outbox = createPageOutbox(send);
  outbox.add([update(1)]);
  outbox.add([update(2)]);
  outbox.close();
  outbox.add([update(3)]);
  vi.advanceTimersByTime(100);
  expect(send).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
