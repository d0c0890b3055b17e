import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges, type LookReason } from './follow-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listeners() {
  const all = new Set<() => void>();
  const change = () => {
    for (const listener of [...all]) listener();
  };
  const onChange = (listener: () => void) => {
    all.add(listener);
    return () => void all.delete(listener);
  };
  return { all, change, onChange };
}

test('looks at once, after a change in this process, and from time to time', async () => {
  const { all, change, onChange } = listeners();
  const reasons: LookReason[] = [];
  const stop = followChanges(async (reason) => void reasons.push(reason), { everyMs: 100, onChange });
  await vi.advanceTimersByTimeAsync(10);
  change();
  await vi.advanceTimersByTimeAsync(99);
  expect(reasons).toEqual(['start', 'change']);
  await vi.advanceTimersByTimeAsync(1);
  expect(reasons).toEqual(['start', 'change', 'interval']);
  stop();
  await vi.advanceTimersByTimeAsync(500);
  expect([reasons.length, all.size, vi.getTimerCount()]).toEqual([3, 0, 0]);
});

test('a change during a look leads to one more look, never to two at a time', async () => {
  const { change, onChange } = listeners();
  const ends: (() => void)[] = [];
  const stop = followChanges(() => new Promise((resolve) => ends.push(resolve)), { everyMs: 1e6, onChange });
  change();
  change();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends.length).toBe(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends.length).toBe(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends.length).toBe(2);
  stop();
});

test('a look that fails is repeated the next time', async () => {
  let looks = 0;
  const stop = followChanges(() => Promise.reject(new Error(`look ${++looks}`)), { everyMs: 100 });
  await vi.advanceTimersByTimeAsync(250);
  expect(looks).toBe(3);
  stop();
});
