import { expect, test } from 'vitest';
import { toEvent } from '../../../protocol/page-events.ts';
import { EventReader } from './event-reader.ts';

const STREAM = [
  toEvent('open', '{"id":"x"}'),
  ':\n\n',
  toEvent('message', '{"a":"ü"}'),
  toEvent('message', ''),
  toEvent('message', 'two\nlines'),
  toEvent('close', '{"code":4001}'),
].join('');
const EVENTS = [
  { name: 'open', data: '{"id":"x"}' },
  { name: 'message', data: '{"a":"ü"}' },
  { name: 'message', data: '' },
  { name: 'message', data: 'two\nlines' },
  { name: 'close', data: '{"code":4001}' },
];

test.each([1, 2, 7, STREAM.length])('events are read from chunks of %d characters', (size) => {
  const reader = new EventReader();
  const chunks = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, at) =>
    STREAM.slice(at * size, (at + 1) * size),
  );
  expect(chunks.flatMap((chunk) => [...reader.read(chunk)])).toEqual(EVENTS);
});

test('an event that is not complete is not reported', () => {
  const reader = new EventReader();
  expect([...reader.read('event: close\ndata: {"code":1}\n')]).toEqual([]);
});

test('line breaks of any kind cannot forge an event', () => {
  const forged = toEvent('message', 'a\n\nevent: close\r\rdata: {"code":4001}\r\n\r\n');
  expect([...new EventReader().read(forged)]).toEqual([
    { name: 'message', data: 'a\n\nevent: close\n\ndata: {"code":4001}\n\n' },
  ]);
});
