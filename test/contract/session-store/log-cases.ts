import { describe, expect, it } from 'vitest';
import { at, entry, HOSTILE_IDS, type StoreFixture, UNKNOWN_ID, USER } from './store-fixture.ts';

export function describeLog(its: StoreFixture): void {
  describe('log', () => {
    it('keeps entries in order, over many appends', async () => {
      const made = await its.create();
      expect(await its.store.readLog(made)).toEqual([]);
      await its.store.appendLog(made, []);
      await its.store.appendLog(made, [entry(0)]);
      await its.store.appendLog(made, [entry(1), entry(2), entry(3)]);
      await Promise.all([4, 5, 6, 7].map((n) => its.store.appendLog(made, [entry(n)])));
      expect(await its.store.readLog(made)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => entry(n)));
    });

    it('returns a range', async () => {
      const made = await its.create();
      await its.store.appendLog(
        made,
        [0, 1, 2, 3, 4].map((n) => entry(n)),
      );
      const numbers = async (range: { after?: number; limit?: number }) =>
        (await its.store.readLog(made, range)).map((e) => e.n);
      expect(await numbers({ after: 2 })).toEqual([2, 3, 4]);
      expect(await numbers({ limit: 2 })).toEqual([0, 1]);
      expect(await numbers({ after: 3, limit: 1 })).toEqual([3]);
      expect(await numbers({ after: 9 })).toEqual([]);
      expect(await numbers({ limit: 0 })).toEqual([]);
      for (const bad of [{ after: -1 }, { limit: -1 }, { after: 0.5 }, { limit: Number.NaN }]) {
        await expect(its.store.readLog(made, bad)).rejects.toMatchObject({ code: 'invalid_input' });
      }
    });

    it('reads parts as they were appended, from any place in both directions', async () => {
      const made = await its.create();
      const { store } = its;
      const read = async (range: { before?: string; after?: string; limit: number }) => {
        const parts = (await store.readParts?.(made, range)) ?? [];
        return { parts, numbers: parts.map(({ entries }) => entries.map((e) => e.n)) };
      };
      expect((await read({ limit: 3 })).parts).toEqual([]);
      const big = 'x'.repeat(100_000);
      await store.appendLog(made, [entry(0)]);
      await store.appendLog(made, [entry(1, { big }), entry(2, { big })]);
      for (const n of [3, 4, 5]) await store.appendLog(made, [entry(n)]);
      const last = await read({ limit: 2 });
      expect(last.numbers).toEqual([[4], [5]]);
      const before = await read({ before: at(last.parts, 0).place, limit: 2 });
      expect(before.numbers).toEqual([[1, 2], [3]]);
      const first = await read({ before: at(before.parts, 0).place, limit: 9 });
      expect(first.numbers).toEqual([[0]]);
      expect((await read({ before: at(first.parts, 0).place, limit: 9 })).numbers).toEqual([]);
      expect((await read({ after: at(first.parts, 0).place, limit: 2 })).numbers).toEqual([[1, 2], [3]]);
      const end = at(last.parts, 1).place;
      expect((await read({ after: end, limit: 9 })).numbers).toEqual([]);
      await store.appendLog(made, [entry(6), entry(7)]);
      expect((await read({ after: end, limit: 9 })).numbers).toEqual([[6, 7]]);
      for (const bad of [{ limit: 0 }, { limit: 1, before: 'x' }, { limit: 1, after: '-1' }])
        await expect(read(bad)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(
        (async () => store.readParts?.({ sessionId: UNKNOWN_ID, userId: USER }, { limit: 1 }))(),
      ).rejects.toMatchObject({ code: 'not_found' });
    });

    it('keeps any text, and shares no object', async () => {
      const made = await its.create();
      const odd = entry(1, { text: 'a\nb\r\n\u2028"{[', list: ['x'.repeat(100_000)] });
      await its.store.appendLog(made, [odd, entry(2)]);
      const read = await its.store.readLog(made);
      expect(read).toEqual([odd, entry(2)]);
      at(read, 0).action = 'changed';
      expect(at(await its.store.readLog(made), 0).action).toBe('note');
    });

    it('loses nothing when 50 appends run at once', async () => {
      const made = await its.create();
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => its.store.appendLog(made, [entry(n), entry(n + 0.5)])),
      );
      const numbers = (await its.store.readLog(made)).map((e) => Number(e.n));
      expect(numbers).toHaveLength(100);
      numbers.forEach((n, i) => {
        if (i % 2) expect(n).toBe(Number(numbers[i - 1]) + 0.5);
      });
    });

    it('is separate from the record: a save needs no new read after an append', async () => {
      const made = await its.create();
      await its.store.appendLog(made, [entry(1)]);
      expect((await its.store.save(made)).rev).toBe(2);
    });

    it('of an unknown session is not_found', async () => {
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        const key = { sessionId, userId: USER };
        const notFound = { code: 'not_found', message: `Session "${sessionId}" not found.` };
        await expect(its.store.appendLog(key, [entry(1)])).rejects.toMatchObject(notFound);
        await expect(its.store.appendLog(key, [])).rejects.toMatchObject(notFound);
        await expect(its.store.readLog(key)).rejects.toMatchObject(notFound);
      }
    });
  });
}
