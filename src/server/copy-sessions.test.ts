import { expect, test } from 'vitest';
import type { LogEntry } from '../session/session-record.ts';
import type { Share } from '../session/session-share.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { copySessions } from './copy-sessions.ts';

const note = (n: number): LogEntry => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'agent', userId: 'ann', name: 'Ann' },
  action: 'note',
  n,
});

test('copies everything of everybody once, and later what is newer', async () => {
  const [from, to] = [createMemoryStore(), createMemoryStore()];
  const made = await Promise.all(
    Array.from({ length: 205 }, (_, n) =>
      from.create({ userId: `user ${n % 2}`, kind: 'app', name: `${n}` }),
    ),
  );
  const [first, second] = made;
  if (!first || !second) throw new Error('nothing was made');
  await from.appendLog(first, [note(1)]);
  await from.close(second);
  expect(await copySessions(from, to)).toEqual({ copied: 205, present: 0, failed: [] });
  expect(await to.readLog(first)).toEqual([note(1)]);
  expect(await to.get(second)).toMatchObject({ status: 'closed' });
  await from.save(first);
  expect(await copySessions(from, to)).toEqual({ copied: 1, present: 204, failed: [] });
});

test('reports what is not the same after the copy', async () => {
  const [from, to] = [createMemoryStore(), createMemoryStore()];
  const { sessionId } = await from.create({ userId: 'ann', kind: 'app', name: 'A' });
  const forgetful = { ...to, readLog: async () => [note(1)] };
  expect(await copySessions(from, forgetful)).toEqual({
    copied: 0,
    present: 0,
    failed: [expect.stringContaining(`${sessionId}: It is not the same`)],
  });
});

test('copies what only the history and the shares have, and leaves alone what was used at the new place', async () => {
  const [from, to] = [createMemoryStore(), createMemoryStore()];
  const made = await from.create({ userId: 'ann', kind: 'tool', name: 'A' });
  const share = (user: string): Share => ({ grantee: `user:${user}`, may: ['view'], owner: 'Ann', at: '' });
  await from.shares?.set(made, share('ben'));
  await copySessions(from, to);
  expect(await to.shares?.of(made)).toEqual([share('ben')]);
  // A journal grows without a new version of the record; so do shares.
  await from.appendLog(made, [note(1), note(2)]);
  await from.shares?.remove(made, 'user:ben');
  await from.shares?.set(made, share('cleo'));
  expect(await copySessions(from, to)).toEqual({ copied: 1, present: 0, failed: [] });
  expect(await to.readLog(made)).toEqual([note(1), note(2)]);
  expect(await to.shares?.of(made)).toEqual([share('cleo')]);
  expect(await copySessions(from, to)).toEqual({ copied: 0, present: 1, failed: [] });
  await to.appendLog(made, [note(3)]);
  await to.shares?.set(made, share('dora'));
  expect(await copySessions(from, to)).toEqual({ copied: 0, present: 1, failed: [] });
  expect(await to.readLog(made)).toHaveLength(3);
  expect(await to.shares?.of(made)).toHaveLength(2);
});
