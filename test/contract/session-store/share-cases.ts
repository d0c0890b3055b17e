import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Right, Share, ShareStore } from '../../../src/session/session-share.ts';
import {
  future,
  HOSTILE_IDS,
  HOSTILE_USERS,
  LONE_SURROGATES,
  type StoreFixture,
  UNKNOWN_ID,
  USER,
} from './store-fixture.ts';

const share = (grantee: string, may: Right[] = ['view'], at = '2026-01-01T00:00:00.000Z'): Share => ({
  grantee,
  may,
  owner: 'Ada',
  at,
});

export function describeShares(its: StoreFixture): void {
  const shares = (): ShareStore => {
    if (!its.store.shares) throw new Error('This store cannot share.');
    return its.store.shares;
  };

  describe('shares', () => {
    it('are found by grantee, with the session they are of', async () => {
      const made = await its.create({ name: 'Q1' });
      await its.create({ name: 'other' });
      await shares().set(made, share('user:ben', ['act']));
      const [found, ...more] = await shares().with({ grantees: ['user:ben', 'role:none'] });
      expect(more).toEqual([]);
      expect(found).toMatchObject({ userId: USER, session: { sessionId: made.sessionId, name: 'Q1' } });
      expect(found?.shares).toEqual([share('user:ben', ['act'])]);
      expect(await shares().with({ grantees: ['user:cy'] })).toEqual([]);
      expect(await shares().with({ grantees: [] })).toEqual([]);
    });

    it('of one session for several grantees of a caller come together', async () => {
      const made = await its.create();
      await shares().set(made, share('user:ben', ['view'], '2026-01-01T00:00:00.000Z'));
      await shares().set(made, share('role:sales', ['answer'], '2026-01-02T00:00:00.000Z'));
      const found = await shares().with({ grantees: ['user:ben', 'role:sales'] });
      expect(found).toHaveLength(1);
      expect(found[0]?.shares.map(({ grantee }) => grantee).sort()).toEqual(['role:sales', 'user:ben']);
      expect((await shares().of(made)).map(({ grantee }) => grantee)).toEqual(['user:ben', 'role:sales']);
    });

    it('are replaced, and removed once', async () => {
      const made = await its.create();
      await shares().set(made, share('user:ben', ['view']));
      await shares().set(made, share('user:ben', ['act', 'answer']));
      expect(await shares().of(made)).toEqual([share('user:ben', ['act', 'answer'])]);
      expect(await shares().remove(made, 'user:ben')).toBe(true);
      expect(await shares().remove(made, 'user:ben')).toBe(false);
      expect([await shares().of(made), await shares().with({ grantees: ['user:ben'] })]).toEqual([[], []]);
    });

    it('can be looked up for one session, or for those of a status', async () => {
      const first = await its.create();
      const second = await its.create();
      for (const one of [first, second]) await shares().set(one, share('user:ben'));
      await its.store.close(first);
      const idsOf = async (query: Parameters<ShareStore['with']>[0]) =>
        (await shares().with(query)).map(({ session }) => session.sessionId);
      const grantees = ['user:ben'];
      expect(await idsOf({ grantees, sessionId: first.sessionId })).toEqual([first.sessionId]);
      expect(await idsOf({ grantees, status: 'open' })).toEqual([second.sessionId]);
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS])
        expect(await idsOf({ grantees, sessionId })).toEqual([]);
    });

    it('come newest first, as their sessions were used', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      onTestFinished(() => void vi.useRealTimers());
      const old = await its.create({ name: 'old' });
      vi.setSystemTime(2_000);
      const young = await its.create({ name: 'young' });
      for (const one of [old, young]) await shares().set(one, share('role:x'));
      vi.setSystemTime(3_000);
      await its.store.save(old);
      const found = await shares().with({ grantees: ['role:x'] });
      expect(found.map(({ session }) => session.name)).toEqual(['old', 'young']);
    });

    it('need the session and its owner', async () => {
      const made = await its.create();
      for (const key of [
        { sessionId: UNKNOWN_ID, userId: USER },
        { sessionId: made.sessionId, userId: 'eve' },
      ]) {
        await expect(shares().set(key, share('user:eve'))).rejects.toMatchObject({ code: 'not_found' });
        await expect(shares().remove(key, 'user:eve')).rejects.toMatchObject({ code: 'not_found' });
        await expect(shares().of(key)).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await shares().with({ grantees: ['user:eve'] })).toEqual([]);
    });

    it('keep grantees apart, whatever they are called', async () => {
      const made = await its.create();
      const names = [...HOSTILE_USERS, ...LONE_SURROGATES].map((name) => `user:${name}`);
      for (const name of names) await shares().set(made, share(name));
      for (const name of names) {
        const [found] = await shares().with({ grantees: [name] });
        expect(found?.shares.map(({ grantee }) => grantee)).toEqual([name]);
      }
    });

    it('change neither the record nor its rev, and end with the session', async () => {
      const made = await its.create();
      await shares().set(made, share('user:ben'));
      expect(await its.get(made)).toEqual(made);
      await its.store.close(made);
      expect(await its.store.prune({ endedBefore: future() })).toBe(1);
      expect(await shares().with({ grantees: ['user:ben'] })).toEqual([]);
    });
  });
}
