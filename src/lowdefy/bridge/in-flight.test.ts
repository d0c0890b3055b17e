import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';

test('waits for what is running, and for what that starts', async () => {
  const inFlight = new InFlight();
  let isDone = false;
  const second = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    isDone = true;
  };
  const first = inFlight.track('first', () => Promise.resolve()).then(() => inFlight.track('second', second));
  expect(await inFlight.settle(10_000)).toEqual([]);
  expect(isDone).toBe(true);
  await first;
});

test('names what is still running when time is up, once each', async () => {
  const inFlight = new InFlight();
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const all = [1, 2].map(() => inFlight.track('request slow', () => running));
  expect(await inFlight.settle(5)).toEqual(['request slow']);
  finish();
  await Promise.all(all);
  expect(await inFlight.settle(5)).toEqual([]);
});

test('counts failed work as finished', async () => {
  const inFlight = new InFlight();
  const failing = inFlight.track('x', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await inFlight.settle(5)).toEqual([]);
});

test('does not delay what it watches', async () => {
  const inFlight = new InFlight();
  const work = Promise.resolve(1);
  expect(inFlight.watch('x', () => work)).toBe(work);
  expect(() =>
    inFlight.watch('y', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(await inFlight.settle(5)).toEqual([]);
});
