import { describe, expect, it, vi } from 'vitest';
import {
  entry,
  future,
  HOSTILE_IDS,
  onlyConflict,
  type StoreFixture,
  UNKNOWN_ID,
  USER,
} from './store-fixture.ts';

export function describeEnd(its: StoreFixture): void {
  describe('close', () => {
    it('sets the status; a second time changes nothing', async () => {
      const made = await its.create();
      const closed = await its.store.close(made);
      expect(closed).toMatchObject({ status: 'closed', rev: 2 });
      expect(await its.store.close(made)).toEqual(closed);
      expect(await its.get(made)).toEqual(closed);
      expect(await its.store.readLog(made)).toEqual([]);
    });

    it('returns undefined for an unknown session', async () => {
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        expect(await its.store.close({ sessionId, userId: USER })).toBeUndefined();
      }
    });

    it('succeeds despite concurrent saves', async () => {
      const made = await its.create();
      const [closed] = await Promise.all([its.store.close(made), its.store.save(made).catch(onlyConflict)]);
      expect(closed?.status).toBe('closed');
      expect(await its.get(made)).toEqual(closed);
    });
  });

  describe('expire', () => {
    it('marks idle open sessions of the given kinds, and logs it', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const idle = await its.create({ kind: 'live' });
      const other = await its.create({ kind: 'app' });
      const closed = await its.create({ kind: 'live' });
      await its.store.close(closed);
      vi.setSystemTime(5_000);
      const fresh = await its.create({ kind: 'live' });
      const expired = await its.store.expire({ idleSince: new Date(5_000), kinds: ['live', 'tool'] });
      const { sessionId } = idle;
      const now = new Date(5_000).toISOString();
      expect(expired).toEqual([expect.objectContaining({ sessionId, status: 'expired', updatedAt: now })]);
      expect(await its.get(idle)).toEqual({ ...idle, status: 'expired', rev: 2, updatedAt: now });
      expect(await its.store.readLog(idle)).toEqual([
        { timestamp: now, actor: { kind: 'system', userId: USER, name: 'tandem' }, action: 'expire' },
      ]);
      expect(await its.get(other)).toEqual(other);
      expect(await its.get(fresh)).toEqual(fresh);
      expect((await its.get(closed)).status).toBe('closed');
      expect(await its.store.expire({ idleSince: future(), kinds: [] })).toEqual([]);
    });

    it('does so for one user or for all', async () => {
      const users = ['ada', '../bob', 'Čapek'];
      for (const userId of users) await its.create({ userId });
      expect(await its.store.expire({ idleSince: future(), kinds: ['live'], userId: '../bob' })).toHaveLength(
        1,
      );
      expect(await its.store.expire({ idleSince: future(), kinds: ['live'], userId: 'nobody' })).toHaveLength(
        0,
      );
      expect(await its.store.expire({ idleSince: future(), kinds: ['live'] })).toHaveLength(2);
      expect(await its.store.expire({ idleSince: future(), kinds: ['live'] })).toHaveLength(0);
    });

    it('is a save: a writer that read the session before gets a conflict', async () => {
      const made = await its.create();
      await its.store.expire({ idleSince: future(), kinds: ['live'] });
      await expect(its.store.save(made)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('marks each session once if two do it at the same time', async () => {
      for (let i = 0; i < 10; i++) await its.create();
      const run = () => its.store.expire({ idleSince: future(), kinds: ['live'] });
      const expired = (await Promise.all([run(), run(), run()])).flat().map((s) => s.sessionId);
      expect(expired).toHaveLength(10);
      expect(new Set(expired).size).toBe(10);
    });

    it('leaves a closed session alone, and close works on an expired one', async () => {
      const made = await its.create();
      await its.store.expire({ idleSince: future(), kinds: ['live'] });
      expect((await its.store.close(made))?.status).toBe('closed');
    });
  });

  describe('prune', () => {
    it('deletes sessions that ended before, with their logs; they are then unknown', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const [closed, expired, open] = [
        await its.create(),
        await its.create({ kind: 'tool' }),
        await its.create(),
      ];
      await its.store.appendLog(closed, [entry(1)]);
      await (await its.store.lease(closed, { owner: 'a' })).release();
      await its.store.close(closed);
      await its.store.expire({ idleSince: new Date(2_000), kinds: ['tool'] });
      vi.setSystemTime(5_000);
      const later = await its.create();
      await its.store.close(later);
      expect(await its.store.prune({ endedBefore: new Date(5_000) })).toBe(2);
      for (const gone of [closed, expired]) {
        expect(await its.store.get(gone)).toBeUndefined();
        expect(await its.store.close(gone)).toBeUndefined();
        await expect(its.store.save({ ...gone, rev: 2 })).rejects.toMatchObject({ code: 'not_found' });
        await expect(its.store.readLog(gone)).rejects.toMatchObject({ code: 'not_found' });
        await expect(its.store.appendLog(gone, [entry(2)])).rejects.toMatchObject({ code: 'not_found' });
      }
      const left = (await its.store.list({ userId: USER })).sessions.map((s) => s.sessionId).sort();
      expect(left).toEqual([open.sessionId, later.sessionId].sort());
      expect(await its.store.prune({ endedBefore: new Date(5_000) })).toBe(0);
    });

    it('does so for one user or for all, and counts each session once', async () => {
      for (const userId of ['ada', 'bob', '../x']) {
        for (let i = 0; i < 5; i++) await its.store.close(await its.create({ userId }));
      }
      const run = (userId?: string) =>
        its.store.prune({ endedBefore: future(), ...(userId ? { userId } : {}) });
      expect(await run('bob')).toBe(5);
      const counts = await Promise.all([run(), run(), run()]);
      expect(counts.reduce((sum, n) => sum + n)).toBe(10);
    });

    it('deletes only the kinds that are named, or all but those, and tells which it deleted', async () => {
      const made = new Map<string, string>();
      for (const kind of ['app', 'tool', 'chat']) {
        const session = await its.create({ kind, userId: `of ${kind}` });
        await its.store.close(session);
        made.set(kind, session.sessionId);
      }
      const removed: unknown[] = [];
      const run = (which: { kinds?: string[]; exceptKinds?: string[] }) =>
        its.store.prune({ endedBefore: future(), ...which, onRemoved: (one) => void removed.push(one) });
      const toRemoved = (kind: string) => ({ sessionId: made.get(kind), userId: `of ${kind}`, kind });
      expect(await run({ kinds: [] })).toBe(0);
      expect(await run({ kinds: ['tool'] })).toBe(1);
      expect(removed).toEqual([toRemoved('tool')]);
      expect(await run({ exceptKinds: ['chat', 'tool'] })).toBe(1);
      expect(removed).toEqual([toRemoved('tool'), toRemoved('app')]);
      expect(await its.store.users()).toEqual(['of chat']);
    });

    it('tells of each session once if several delete at the same time', async () => {
      for (let i = 0; i < 12; i++) await its.store.close(await its.create());
      const removed: string[] = [];
      const run = () =>
        its.store.prune({
          endedBefore: future(),
          onRemoved: ({ sessionId }) => void removed.push(sessionId),
        });
      await Promise.all([run(), run(), run()]);
      expect(removed).toHaveLength(12);
      expect(new Set(removed).size).toBe(12);
    });

    it('never deletes an open session, however old', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const made = await its.create();
      expect(await its.store.prune({ endedBefore: new Date(9_000_000) })).toBe(0);
      expect(await its.get(made)).toEqual(made);
    });
  });

  describe('adopt', () => {
    it('takes over a session as it is elsewhere, and again when it is newer there', async () => {
      const made = await its.create();
      const elsewhere = { ...made, sessionId: UNKNOWN_ID, rev: 7, name: 'From elsewhere' };
      expect(await its.store.adopt?.(elsewhere, [entry(1), entry(2)])).toBe(true);
      expect(await its.get(elsewhere)).toEqual(elsewhere);
      expect(await its.store.readLog(elsewhere)).toEqual([entry(1), entry(2)]);
      for (const rev of [7, 6])
        expect(await its.store.adopt?.({ ...elsewhere, rev, name: 'No' }, [])).toBe(false);
      expect(await its.get(elsewhere)).toEqual(elsewhere);
      const newer = { ...elsewhere, rev: 9, status: 'closed' as const };
      expect(await its.store.adopt?.(newer, [entry(3)])).toBe(true);
      expect(await its.get(newer)).toEqual(newer);
      expect(await its.store.readLog(newer)).toEqual([entry(3)]);
      expect((await its.store.save(newer)).rev).toBe(10);
      expect((await its.store.list({ userId: USER })).sessions).toHaveLength(2);
    });
  });
}
