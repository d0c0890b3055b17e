import { expect, test } from 'vitest';
import { Notices } from './notices.ts';

test('are reported once, in order', () => {
  const notices = new Notices();
  notices.add('a');
  notices.add('b');
  expect(notices.take()).toEqual(['a', 'b']);
  expect(notices.take()).toEqual([]);
});

test('a repeated one is reported once, at its last position', () => {
  const notices = new Notices();
  for (const text of ['a', 'b', 'a']) notices.add(text);
  expect(notices.take()).toEqual(['b', 'a']);
});

test('are limited to the newest, with a count of the others', () => {
  const notices = new Notices();
  for (let i = 0; i < 1000; i++) notices.add(`notice ${i}`);
  const told = notices.take();
  expect(told).toHaveLength(21);
  expect(told[0]).toBe('980 older notices are omitted.');
  expect(told.at(-1)).toBe('notice 999');
});

test('dropped events are counted together', () => {
  const notices = new Notices();
  for (let i = 0; i < 1000; i++) notices.addDroppedEvents(2);
  expect(notices.take()).toEqual(['2000 events were dropped: too many were pending and nobody read them.']);
  expect(notices.take()).toEqual([]);
});
