import { expect, test } from 'vitest';
import { createEventHistory } from './event-history.ts';

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
  const history = createEventHistory();
  for (const [n, stream] of ['a', 'b', 'a', 'b', 'a'].entries()) await history.storeEvent(stream, message(n));
  const later = [
    ['3', 'm2'],
    ['5', 'm4'],
  ];
  expect(await replay(history, '1')).toEqual({ stream: 'a', sent: later });
  expect(await replay(history, '5')).toEqual({ stream: 'a', sent: [] });
});

test('an event that comes in during a replay is replayed too', async () => {
  const history = createEventHistory();
  for (const n of [1, 2]) await history.storeEvent('a', message(n));
  let late: Promise<string> | undefined;
  const { sent } = await replay(history, '1', async () => {
    late ??= history.storeEvent('a', message(3));
    await late;
  });
  expect(sent).toEqual([
    ['2', 'm2'],
    ['3', 'm3'],
  ]);
});

test('knows its events, forgets the oldest, and replays nothing after one it does not know', async () => {
  const history = createEventHistory();
  for (let n = 0; n < 1001; n++) await history.storeEvent('a', message(n));
  expect(history.has('1')).toBe(false);
  expect(history.has('2')).toBe(true);
  expect(history.has('1001')).toBe(true);
  for (const id of ['1002', '0', '', 'x', '2 ', '02']) expect(history.has(id)).toBe(false);
  expect((await replay(history, '1')).sent).toEqual([]);
});

test('large events push out older ones, but a lost result can always be resumed to', async () => {
  const history = createEventHistory();
  const large = { jsonrpc: '2.0', method: 'x'.repeat(3 * 1024 * 1024) } as const;
  for (let n = 0; n < 4; n++) await history.storeEvent('a', large);
  expect([1, 2, 3, 4].map((n) => history.has(`${n}`))).toEqual([false, false, true, true]);
  await history.storeEvent('a', message(5));
  await history.storeEvent('a', { jsonrpc: '2.0', method: 'y'.repeat(20 * 1024 * 1024) });
  expect(history.has('5')).toBe(true);
  expect((await replay(history, '5')).sent).toHaveLength(1);
});
