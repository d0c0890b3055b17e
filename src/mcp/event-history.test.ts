import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import type { LoggedEvent } from '../session/event-log.ts';
import { createEventHistory } from './event-history.ts';
import { parseEventId } from './event-id.ts';

const message = (n: number) => ({ jsonrpc: '2.0', method: `m${n}` }) as const;

/** What a client that saw `lastId` last is sent, and of which stream. */
async function replay(
  history: ReturnType<typeof createEventHistory>,
  lastId: string,
  onSend = async () => {},
) {
  const sent: unknown[] = [];
  const stream = await history.replayEventsAfter(lastId, {
    send: async (id, event) => {
      sent.push([id, 'method' in event && event.method]);
      await onSend();
    },
  });
  return { stream, sent };
}

test('replays what came later in the same stream, in order', async () => {
  const history = createEventHistory({ prefix: 'x' });
  for (const [n, stream] of ['a', 'b', 'a', 'b', 'a'].entries()) await history.storeEvent(stream, message(n));
  const later = [
    ['x_1-3', 'm2'],
    ['x_1-5', 'm4'],
  ];
  expect(await replay(history, 'x_1-1')).toEqual({ stream: 'a', sent: later });
  expect(await replay(history, 'x_1-5')).toEqual({ stream: 'a', sent: [] });
});

test('an event that comes in during a replay is replayed too', async () => {
  const history = createEventHistory({ prefix: 'x' });
  for (const n of [1, 2]) await history.storeEvent('a', message(n));
  let late: Promise<string> | undefined;
  const { sent } = await replay(history, 'x_1-1', async () => {
    late ??= history.storeEvent('a', message(3));
    await late;
  });
  expect(sent).toEqual([
    ['x_1-2', 'm2'],
    ['x_1-3', 'm3'],
  ]);
});

test('knows its events, forgets the oldest, and replays nothing after one it does not know', async () => {
  const history = createEventHistory({ prefix: 'x' });
  for (let n = 0; n < 1001; n++) await history.storeEvent('a', message(n));
  expect(history.has('x_1-1')).toBe(false);
  expect(history.has('x_1-2')).toBe(true);
  expect(history.has('x_1-1001')).toBe(true);
  for (const id of ['x_1-1002', 'x_1-0', '', 'x', 'x_1-2 ', 'x_1-02']) expect(history.has(id)).toBe(false);
  expect((await replay(history, 'x_1-1')).sent).toEqual([]);
});

test('large events push out older ones, but a lost result can always be resumed to', async () => {
  const history = createEventHistory({ prefix: 'x' });
  const large = { jsonrpc: '2.0', method: 'x'.repeat(3 * 1024 * 1024) } as const;
  for (let n = 0; n < 4; n++) await history.storeEvent('a', large);
  expect([1, 2, 3, 4].map((n) => history.has(`x_1-${n}`))).toEqual([false, false, true, true]);
  await history.storeEvent('a', message(5));
  await history.storeEvent('a', { jsonrpc: '2.0', method: 'y'.repeat(20 * 1024 * 1024) });
  expect(history.has('x_1-5')).toBe(true);
  expect((await replay(history, 'x_1-5')).sent).toHaveLength(1);
});

test('does not know the events of another history', async () => {
  const id = await createEventHistory().storeEvent('a', message(1));
  const history = createEventHistory();
  await history.storeEvent('a', message(1));
  expect(history.has(id)).toBe(false);
});

test('notes on a stream are part of the ids of its events, and are asked for once', async () => {
  const notes = ['one', ''];
  const begun: string[] = [];
  const history = createEventHistory({
    prefix: 'x',
    begun: (stream) => {
      begun.push(stream);
      return notes.shift() ?? '';
    },
  });
  const begin = {} as JSONRPCMessage;
  for (const stream of ['a', 'b', '_GET_stream']) await history.storeEvent(stream, begin);
  expect(begun).toEqual(['x_1', 'x_2']);
  const id = await history.storeEvent('a', message(1));
  expect(parseEventId(id)).toEqual({ stream: 'x_1', number: 4, note: 'one' });
  expect(await history.storeEvent('b', message(2))).toBe('x_2-5');
  expect(await replay(history, 'x_1-1.one')).toEqual({ stream: 'a', sent: [[id, 'm1']] });
  expect(history.firstWith('one')).toBe('x_1-1.one');
  expect(history.firstWith('two')).toBeUndefined();
});

test('events with something in them, and what is added aside, are passed on for the store', async () => {
  const stored: LoggedEvent[] = [];
  const history = createEventHistory({ prefix: 'x', stored: async (event) => void stored.push(event) });
  await history.storeEvent('a', {} as JSONRPCMessage);
  history.addAside('x_1', 'aside');
  await history.storeEvent('a', message(1));
  expect(stored).toEqual([
    { stream: 'x_1', number: 2, text: 'aside' },
    { stream: 'x_1', number: 3, text: JSON.stringify(message(1)) },
  ]);
  expect((await replay(history, 'x_1-1')).sent).toEqual([['x_1-3', 'm1']]);
});

test('ids that are none of ours say nothing', () => {
  for (const id of ['', 'x', '-1', 'x-', 'x-1x', 'x--.y']) expect(parseEventId(id)).toBeUndefined();
});
