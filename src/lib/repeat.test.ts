import { afterEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

afterEach(() => void vi.useRealTimers());

test('runs about as often as asked, one at a time, until it is stopped', async () => {
  vi.useFakeTimers();
  let count = 0;
  const ends: (() => void)[] = [];
  const { stop } = repeat(1000, () => {
    count++;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  await vi.advanceTimersByTimeAsync(740);
  expect(count).toBe(0);
  await vi.advanceTimersByTimeAsync(520);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBe(1);
  ends.pop()?.();
  await vi.advanceTimersByTimeAsync(1260);
  expect(count).toBe(2);
  ends.pop()?.();
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBe(2);
});

test('runs at once on request, and not beside itself', async () => {
  vi.useFakeTimers();
  let count = 0;
  const { now, stop } = repeat(1000, async () => void count++);
  now();
  now();
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  now();
  expect(count).toBe(2);
  stop();
  now();
  expect(count).toBe(2);
});
