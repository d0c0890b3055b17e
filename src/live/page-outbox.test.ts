import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../protocol/live-messages.ts';
import { createPageOutbox } from './page-outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const update = (varId: number): LiveMessage => ({ type: 'update', data: { varId } });

function open() {
  const frames: number[][] = [];
  const outbox = createPageOutbox((text) =>
    frames.push((JSON.parse(text) as { data: { varId: number } }[]).map(({ data }) => data.varId)),
  );
  return { frames, outbox };
}

test('the first message is sent at once, a burst after it as one frame', () => {
  const { frames, outbox } = open();
  for (const id of [1, 2, 3]) outbox.add([update(id)]);
  expect(frames).toEqual([[1]]);
  vi.advanceTimersByTime(20);
  expect(frames).toEqual([[1], [2, 3]]);
});

test('flush sends what is queued; nothing is sent if the queue is empty, or after the end', () => {
  const { frames, outbox } = open();
  outbox.add([]);
  outbox.add([update(1)]);
  outbox.add([update(2)]);
  outbox.flush();
  outbox.flush();
  outbox.add([update(3)]);
  outbox.close();
  outbox.add([update(4)]);
  vi.advanceTimersByTime(100);
  expect(frames).toEqual([[1], [2]]);
});

test('knows which push was sent by which frame', () => {
  const { frames, outbox } = open();
  outbox.add([update(1)], 1);
  outbox.add([update(2)], 2);
  outbox.add([update(3)], 3);
  outbox.flush();
  expect(frames).toHaveLength(2);
  expect([0, 1, 2, 3].map((count) => outbox.sequenceIn(count))).toEqual([0, 1, 3, undefined]);
  for (let n = 4; n < 2000; n++) {
    outbox.add([update(n)], n);
    outbox.flush();
  }
  expect(outbox.sequenceIn(2)).toBe(0);
  expect(outbox.sequenceIn(frames.length)).toBe(1999);
});
