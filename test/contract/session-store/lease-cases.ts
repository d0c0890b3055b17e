import { describe, expect, it } from 'vitest';
import { HOSTILE_IDS, type StoreFixture, UNKNOWN_ID, USER } from './store-fixture.ts';

export function describeLease(its: StoreFixture): void {
  describe('lease', () => {
    it('has one holder at a time', async () => {
      const made = await its.create();
      let holders = 0;
      let most = 0;
      await Promise.all(
        Array.from({ length: 15 }, async (_, i) => {
          const lease = await its.store.lease(made, { owner: `worker ${i}`, waitMs: 60_000 });
          most = Math.max(most, ++holders);
          await its.store.get(made);
          expect(lease.lost.aborted).toBe(false);
          holders--;
          await lease.release();
        }),
      );
      expect(most).toBe(1);
    });

    it('guards against lost updates', async () => {
      const made = await its.create({ data: { count: 0 } });
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const lease = await its.store.lease(made, { owner: 'worker', waitMs: 60_000 });
          const from = await its.get(made);
          await its.store.save({ ...from, data: { count: Number(from.data.count) + 1 } });
          await lease.release();
        }),
      );
      expect(await its.get(made)).toMatchObject({ rev: 11, data: { count: 10 } });
    });

    it('is separate for each session', async () => {
      const [one, two] = [await its.create(), await its.create()];
      const first = await its.store.lease(one, { owner: 'a' });
      const second = await its.store.lease(two, { owner: 'b', waitMs: 0 });
      await Promise.all([first.release(), second.release()]);
    });

    it('passes to a waiter when it is released', async () => {
      const made = await its.create();
      const first = await its.store.lease(made, { owner: 'a' });
      const waiting = its.store.lease(made, { owner: 'b', waitMs: 60_000 });
      await first.release();
      const second = await waiting;
      await expect(its.store.lease(made, { owner: 'c', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
      await second.release();
    });

    it('is released once: a second release does not end the next holder', async () => {
      const made = await its.create();
      const first = await its.store.lease(made, { owner: 'a' });
      await first.release();
      const second = await its.store.lease(made, { owner: 'b' });
      await first.release();
      await expect(its.store.lease(made, { owner: 'c', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
      expect(second.lost.aborted).toBe(false);
    });

    it('is busy after the wait, and names the holder', async () => {
      const made = await its.create();
      await its.store.lease(made, { owner: 'pid 4711' });
      for (const waitMs of [0, 20]) {
        await expect(its.store.lease(made, { owner: 'b', waitMs })).rejects.toMatchObject({
          code: 'busy',
          message: `Session "${made.sessionId}" is being changed by pid 4711. Wait until it is done and try again.`,
        });
      }
    });

    it('can be cancelled, before and during the wait', async () => {
      const made = await its.create();
      const held = await its.store.lease(made, { owner: 'a' });
      const cancelled = {
        code: 'cancelled',
        message: `Waiting for session "${made.sessionId}" was cancelled.`,
      };
      await expect(its.store.lease(made, { owner: 'b', signal: AbortSignal.abort() })).rejects.toMatchObject(
        cancelled,
      );
      const abort = new AbortController();
      const waiting = its.store.lease(made, { owner: 'c', waitMs: 60_000, signal: abort.signal });
      abort.abort();
      await expect(waiting).rejects.toMatchObject(cancelled);
      await held.release();
      const next = await its.store.lease(made, { owner: 'd', waitMs: 0 });
      await next.release();
    });

    it('does not prevent others from saving: the rev does', async () => {
      const made = await its.create();
      await its.store.lease(made, { owner: 'a' });
      expect((await its.store.save(made)).rev).toBe(2);
    });

    it('of an unknown session is not_found', async () => {
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        await expect(its.store.lease({ sessionId, userId: USER }, { owner: 'a' })).rejects.toMatchObject({
          code: 'not_found',
          message: `Session "${sessionId}" not found.`,
        });
      }
    });

    it('ends with the store, for holders and for waiters', async () => {
      const made = await its.create();
      const held = await its.store.lease(made, { owner: 'a' });
      const waiting = its.store.lease(made, { owner: 'b', waitMs: 60_000 });
      const refused = expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
      await its.store.dispose();
      await refused;
      expect(held.lost.aborted).toBe(true);
      await held.release();
      await its.store.dispose();
      await expect(its.store.lease(made, { owner: 'c' })).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
