import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/session/session-record.ts';
import {
  entry,
  future,
  HOSTILE_IDS,
  HOSTILE_USERS,
  LONE_SURROGATES,
  onlyConflict,
  type StoreFixture,
  UNKNOWN_ID,
  USER,
} from './store-fixture.ts';

export function describeRecords(its: StoreFixture): void {
  describe('create and get', () => {
    it('creates an open session with rev 1', async () => {
      const made = await its.create({
        name: 'Flights',
        description: 'To Oslo',
        kind: 'app',
        data: { page: 1 },
      });
      expect(made).toEqual({
        sessionId: expect.stringMatching(/^sess_[0-9a-z]{26}$/),
        userId: USER,
        kind: 'app',
        name: 'Flights',
        description: 'To Oslo',
        status: 'open',
        currentPageId: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updatedAt: made.createdAt,
        rev: 1,
        data: { page: 1 },
      });
      expect(await its.store.get(made)).toEqual(made);
    });

    it('fills in defaults', async () => {
      expect(await its.create()).toMatchObject({ description: '', data: {} });
    });

    it('returns undefined for an unknown id, even one that is not an id at all', async () => {
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        expect(await its.store.get({ sessionId, userId: USER })).toBeUndefined();
      }
      await its.create();
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        expect(await its.store.get({ sessionId, userId: USER })).toBeUndefined();
      }
    });

    it('shares no object with its callers', async () => {
      const data = { list: [1] };
      const made = await its.create({ data });
      data.list.push(2);
      made.data.changed = true;
      const got = await its.get(made);
      got.data.changed = true;
      expect((await its.get(made)).data).toEqual({ list: [1] });
    });
  });

  describe('data', () => {
    it('is returned as it was given', async () => {
      const data = JSON.parse(
        '{"__proto__":{"polluted":true},"constructor":1,"nested":{"__proto__":2},"e":"","n":null,"f":1.5e-7}',
      );
      Object.assign(data, {
        text: 'Zoë \u{1f44b}\u0000\u2028 "\\ \ud800',
        ключ: ['日本語', []],
        deep: nest(200),
      });
      const made = await its.create({ name: 'Zoë \n "x"', data });
      const got = await its.get(made);
      expect(JSON.stringify(got.data)).toBe(JSON.stringify(data));
      expect(Object.hasOwn(got.data, '__proto__')).toBe(true);
      expect(Object.getPrototypeOf(got.data)).toBe(Object.prototype);
      expect('polluted' in {}).toBe(false);
      expect(got.name).toBe('Zoë \n "x"');
    });

    it('may be huge', async () => {
      const made = await its.create({ data: { text: 'ä'.repeat(3_000_000) } });
      expect((await its.get(made)).data.text).toHaveLength(3_000_000);
    });

    it('keeps of everything else what JSON keeps, already in the result', async () => {
      const data = {
        date: new Date(0),
        gone: undefined,
        nan: Number.NaN,
        map: new Map([[1, 2]]),
        list: [undefined],
      };
      const kept = { date: '1970-01-01T00:00:00.000Z', nan: null, map: {}, list: [null] };
      const made = await its.create({ data });
      expect(made.data).toStrictEqual(kept);
      expect((await its.store.save({ ...made, data })).data).toStrictEqual(kept);
      expect((await its.get(made)).data).toStrictEqual(kept);
    });

    it('that cannot be JSON is refused and changes nothing', async () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const made = await its.create();
      for (const data of [circular, { big: 1n }]) {
        await expect(its.create({ data })).rejects.toMatchObject({ code: 'invalid_input' });
        await expect(its.store.save({ ...made, data })).rejects.toMatchObject({ code: 'invalid_input' });
        await expect(its.store.appendLog(made, [entry(0, { data })])).rejects.toMatchObject({
          code: 'invalid_input',
        });
      }
      expect(await its.get(made)).toEqual(made);
      expect(await its.store.readLog(made)).toEqual([]);
      expect((await its.store.list({ userId: USER })).sessions).toHaveLength(1);
    });
  });

  describe('save', () => {
    it('returns the next rev, and what get then returns', async () => {
      const made = await its.create();
      const saved = await its.store.save({ ...made, name: 'New', currentPageId: 'home', data: { a: 1 } });
      expect(saved).toEqual({
        ...made,
        name: 'New',
        currentPageId: 'home',
        data: { a: 1 },
        rev: 2,
        updatedAt: expect.any(String),
      });
      expect(saved.updatedAt >= made.updatedAt).toBe(true);
      expect(await its.get(made)).toEqual(saved);
    });

    it('sets updatedAt itself', async () => {
      const made = await its.create();
      const saved = await its.store.save({ ...made, updatedAt: '2001-01-01T00:00:00.000Z' });
      expect(saved.updatedAt >= made.updatedAt).toBe(true);
    });

    it('refuses any rev but the current one and changes nothing', async () => {
      const made = await its.create();
      const second = await its.store.save(made);
      const third = await its.store.save(second);
      for (const rev of [-1, 0, 1, 2, 4, 99, 1.5, Number.NaN]) {
        await expect(its.store.save({ ...third, rev, name: 'No' })).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining(made.sessionId),
        });
      }
      expect(await its.get(made)).toEqual(third);
    });

    it('lets exactly one of 50 savers win, for every rev', async () => {
      const made = await its.create({ data: { winners: [] } });
      for (let rev = 1; rev <= 5; rev++) {
        const from = await its.get(made);
        const won = from.data.winners as number[];
        const outcomes = await Promise.allSettled(
          Array.from({ length: 50 }, (_, i) => its.store.save({ ...from, data: { winners: [...won, i] } })),
        );
        const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [i] : []));
        expect(winners).toHaveLength(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
        }
        expect(await its.get(made)).toMatchObject({ rev: rev + 1, data: { winners: [...won, ...winners] } });
      }
    });

    it('loses no update when savers retry after a conflict', async () => {
      const made = await its.create({ data: { count: 0 } });
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (;;) {
            const from = await its.get(made);
            const done = await its.store
              .save({ ...from, data: { count: Number(from.data.count) + 1 } })
              .catch(onlyConflict);
            if (done !== undefined) return;
          }
        }),
      );
      expect(await its.get(made)).toMatchObject({ rev: 21, data: { count: 20 } });
    });

    it('of an unknown session is not_found', async () => {
      const made = await its.create();
      for (const sessionId of [UNKNOWN_ID, ...HOSTILE_IDS]) {
        await expect(its.store.save({ ...made, sessionId })).rejects.toMatchObject({
          code: 'not_found',
          message: `Session "${sessionId}" not found.`,
        });
      }
    });
  });

  describe('owner', () => {
    it("treats another user's session as unknown, in every method", async () => {
      const made = await its.create();
      await its.store.appendLog(made, [entry(1)]);
      const key = { sessionId: made.sessionId, userId: 'eve' };
      const notFound = { code: 'not_found', message: `Session "${made.sessionId}" not found.` };
      expect(await its.store.get(key)).toBeUndefined();
      expect(await its.store.close(key)).toBeUndefined();
      expect(await its.store.list({ userId: 'eve' })).toEqual({ sessions: [] });
      await expect(its.store.save({ ...made, userId: 'eve' })).rejects.toMatchObject(notFound);
      await expect(its.store.appendLog(key, [entry(2)])).rejects.toMatchObject(notFound);
      await expect(its.store.readLog(key)).rejects.toMatchObject(notFound);
      await expect(its.store.lease(key, { owner: 'eve' })).rejects.toMatchObject(notFound);
      expect(
        await its.store.expire({
          idleSince: future(),
          kinds: ['app', 'live', 'tool', 'chat'],
          userId: 'eve',
        }),
      ).toEqual([]);
      await its.store.close(made);
      expect(await its.store.prune({ endedBefore: future(), userId: 'eve' })).toBe(0);
      expect(await its.store.get(made)).toMatchObject({ status: 'closed', userId: USER });
      expect(await its.store.readLog(made)).toHaveLength(1);
    });

    it('may have any id; no two are confused', async () => {
      const users = [...HOSTILE_USERS, ...LONE_SURROGATES];
      const made = new Map<string, SessionRecord>();
      for (const userId of users)
        made.set(userId, await its.create({ userId, name: `of ${userId.slice(0, 9)}` }));
      for (const [userId, record] of made) {
        const saved = await its.store.save(record);
        for (const other of users.filter((id) => id !== userId)) {
          await expect(its.store.save({ ...saved, userId: other })).rejects.toMatchObject({
            code: 'not_found',
          });
        }
        expect(await its.store.get({ sessionId: record.sessionId, userId })).toEqual(saved);
        expect((await its.store.list({ userId })).sessions.map((s) => s.sessionId)).toEqual([
          record.sessionId,
        ]);
        for (const other of users.filter((id) => id !== userId)) {
          expect(await its.store.get({ sessionId: record.sessionId, userId: other })).toBeUndefined();
        }
      }
    });
  });
}

function nest(depth: number): unknown {
  return depth === 0 ? 'end' : { in: nest(depth - 1) };
}
