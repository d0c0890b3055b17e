import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first of a burst is done at once, the rest as one after the gap', () => {
  const work = vi.fn();
  const paced = createPaced(work, 100);
  for (let i = 0; i < 50; i++) paced.ask();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(99);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
  paced.ask();
  expect(work).toHaveBeenCalledTimes(3);
});

test('what is asked for without end is done once per gap', () => {
  const work = vi.fn();
  const paced = createPaced(work, 100);
  for (let ms = 0; ms < 1000; ms++) {
    paced.ask();
    vi.advanceTimersByTime(1);
  }
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(work.mock.calls.length).toBeLessThanOrEqual(11);
});

test('closed, it does nothing more', () => {
  const work = vi.fn();
  const paced = createPaced(work, 100);
  paced.ask();
  paced.ask();
  paced.close();
  vi.advanceTimersByTime(1000);
  paced.ask();
  expect(work).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
