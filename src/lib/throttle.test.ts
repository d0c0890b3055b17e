import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first request is done at once, a burst after it once, after the pause', () => {
  const work = vi.fn();
  const throttle = createThrottle(10, work);
  throttle.request();
  expect(work).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) throttle.request();
  vi.advanceTimersByTime(9);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});

test('flush does what waits now, and nothing where nothing waits', () => {
  const work = vi.fn();
  const throttle = createThrottle(10, work);
  throttle.flush();
  expect(work).not.toHaveBeenCalled();
  throttle.request();
  throttle.request();
  throttle.flush();
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what is cancelled is not done', () => {
  const work = vi.fn();
  const throttle = createThrottle(10, work);
  throttle.request();
  throttle.request();
  throttle.cancel();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
});
