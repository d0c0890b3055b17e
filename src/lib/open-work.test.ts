import { expect, test } from 'vitest';
import { linkAbort } from './link-abort.ts';
import { OpenWork } from './open-work.ts';

const NEVER = 2 ** 31 - 1;

test('waits until all is done, and takes no more meanwhile', async () => {
  const work = new OpenWork();
  const [first, second] = [work.begin(), work.begin()];
  const drained = work.drain({ patienceMs: NEVER, graceMs: NEVER });
  expect(() => work.begin()).toThrow('This server is stopping.');
  first();
  first();
  expect(work.size).toBe(1);
  second();
  expect(await drained).toBe(true);
  expect(work.cancelled.aborted).toBe(false);
});

test('asks what is not done in time to end, and waits for that as well', async () => {
  const work = new OpenWork();
  const done = work.begin();
  work.cancelled.addEventListener('abort', done);
  expect(await work.drain({ patienceMs: 1, graceMs: NEVER })).toBe(true);
});

test('says when even that did not help', async () => {
  const work = new OpenWork();
  work.begin();
  expect(await work.drain({ patienceMs: 1, graceMs: 1 })).toBe(false);
  expect(work.size).toBe(1);
});

test('with nothing to do it is drained at once', async () => {
  expect(await new OpenWork().drain({ patienceMs: NEVER, graceMs: NEVER })).toBe(true);
});

test('a linked signal fires with the first; unlinked from the lasting one it still follows its own', () => {
  const [own, lasting] = [new AbortController(), new AbortController()];
  const linked = linkAbort(own.signal, lasting.signal);
  const unlinked = linkAbort(own.signal, lasting.signal);
  unlinked.unlink();
  lasting.abort('why');
  expect([linked.signal.aborted, linked.signal.reason]).toEqual([true, 'why']);
  expect(unlinked.signal.aborted).toBe(false);
  own.abort();
  expect(unlinked.signal.aborted).toBe(true);
  expect(linkAbort(new AbortController().signal, lasting.signal).signal.aborted).toBe(true);
});
