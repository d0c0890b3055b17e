import { describe, expect, it, vi } from 'vitest';
import type { SessionRecord } from '../../../src/session/session-record.ts';
import type { ListQuery } from '../../../src/session/session-store.ts';
import { at, never, type StoreFixture, USER } from './store-fixture.ts';

export function describeList(its: StoreFixture): void {
  describe('users', () => {
    it('are all who have sessions, by their ids, each once', async () => {
      expect(await its.store.users()).toEqual([]);
      const odd = 'Ann@example.com/../ü';
      for (const userId of [USER, odd, USER]) await its.create({ userId });
      expect((await its.store.users()).sort()).toEqual([USER, odd].sort());
    });
  });

  describe('countOpen', () => {
    it('counts the open sessions of a user by kind', async () => {
      const kinds = ['app', 'live'] as const;
      const count = () => its.store.countOpen({ userId: USER, kinds, limit: 2 });
      expect(await count()).toBe(0);
      const [app] = [await its.create({ kind: 'app' }), await its.create({ kind: 'chat' })];
      await its.create({ kind: 'app', userId: 'somebody else' });
      expect(await count()).toBe(1);
      await its.create({ kind: 'live' });
      expect(await count()).toBe(2);
      await its.store.close(app);
      expect(await count()).toBe(1);
    });
  });

  describe('listAll', () => {
    it('lists the sessions of all users with their owners, newest first, page by page', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const users = [USER, '../bob', 'Čapek', USER, '\0audit'];
      for (const [index, userId] of users.entries()) {
        vi.setSystemTime(1_000 * (index + 1));
        await its.create({ userId, name: `s${index}`, kind: index === 1 ? 'tool' : 'app' });
      }
      const all: { name: string; userId: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await its.store.listAll?.({ limit: 2, ...(cursor !== undefined && { cursor }) });
        all.push(...(page?.sessions ?? []));
        cursor = page?.cursor;
      } while (cursor !== undefined);
      expect(all.map(({ name, userId }) => [name, userId])).toEqual(
        users.map((userId, index) => [`s${index}`, userId]).reverse(),
      );
    });

    it('filters by kind, status and text, which may also be in the user id', async () => {
      await its.create({ userId: 'ada@example.com', name: 'Cakes', kind: 'app' });
      const pies = await its.create({ userId: 'bob', name: 'Pies', kind: 'chat' });
      await its.store.close(pies);
      const names = async (query: Parameters<NonNullable<typeof its.store.listAll>>[0]) =>
        (await its.store.listAll?.(query))?.sessions.map(({ name }) => name);
      expect(await names({ kind: 'chat' })).toEqual(['Pies']);
      expect(await names({ status: 'open' })).toEqual(['Cakes']);
      expect(await names({ query: 'EXAMPLE' })).toEqual(['Cakes']);
      expect(await names({ query: 'pie' })).toEqual(['Pies']);
      expect(await names({ query: 'nothing' })).toEqual([]);
    });

    it('says which administrator ended a session', async () => {
      const made = await its.create();
      await its.store.save({ ...made, status: 'closed', endedBy: 'Grace' });
      expect((await its.store.listAll?.({}))?.sessions).toMatchObject([
        { userId: USER, status: 'closed', endedBy: 'Grace' },
      ]);
    });
  });

  describe('list', () => {
    it('is empty at first, and shows summaries', async () => {
      expect(await its.store.list({ userId: USER })).toEqual({ sessions: [] });
      const { sessionId, createdAt, updatedAt } = await its.create({ data: { secret: 1 } });
      expect(await its.store.list({ userId: USER })).toEqual({
        sessions: [
          {
            sessionId,
            kind: 'live',
            name: 'A session',
            description: '',
            status: 'open',
            pageId: null,
            createdAt,
            updatedAt,
          },
        ],
      });
    });

    it('shows the latest save of each session, newest first', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const made: SessionRecord[] = [];
      for (const name of ['a', 'b', 'c']) {
        made.push(await its.create({ name }));
        vi.setSystemTime(Date.now() + 1_000);
      }
      await its.store.save({ ...at(made, 0), name: 'A' });
      expect((await its.store.list({ userId: USER })).sessions.map((s) => s.name)).toEqual(['A', 'c', 'b']);
    });

    it('filters by status, kind and text', async () => {
      const app = await its.create({ kind: 'app', name: 'Flights', description: 'ÅRE in winter' });
      await its.create({ kind: 'live', name: 'Chess' });
      await its.create({ kind: 'chat', name: 'About chess' });
      await its.store.close(app);
      const names = async (query: Partial<ListQuery>) =>
        (await its.store.list({ userId: USER, ...query })).sessions.map((s) => s.name).sort();
      expect(await names({ status: 'open' })).toEqual(['About chess', 'Chess']);
      expect(await names({ status: 'closed' })).toEqual(['Flights']);
      expect(await names({ status: 'expired' })).toEqual([]);
      expect(await names({ kind: 'live' })).toEqual(['Chess']);
      expect(await names({ kind: ['live', 'app'] })).toEqual(['Chess', 'Flights']);
      expect(await names({ kind: [] })).toEqual([]);
      expect(await names({ query: 'CHESS' })).toEqual(['About chess', 'Chess']);
      expect(await names({ query: 'åre IN' })).toEqual(['Flights']);
      expect(await names({ query: '' })).toHaveLength(3);
      expect(await names({ query: 'chess', kind: 'chat', status: 'open' })).toEqual(['About chess']);
    });

    it('pages over 120 sessions, many with the same time, without a gap or duplicate', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      const ids: string[] = [];
      for (let i = 0; i < 120; i++) {
        ids.push((await its.create({ kind: i % 2 ? 'app' : 'live' })).sessionId);
        if (i % 10 === 9) vi.setSystemTime(Date.now() + 1);
      }
      const whole = (await its.store.list({ userId: USER, limit: 200 })).sessions.map((s) => s.sessionId);
      expect([...whole].sort()).toEqual([...ids].sort());
      expect((await its.store.list({ userId: USER })).sessions).toHaveLength(50);
      for (const limit of [1, 7, 40, 50, 119, 120]) {
        expect(await pageThrough(its, { userId: USER, limit })).toEqual(whole);
      }
      expect(await pageThrough(its, { userId: USER, limit: 25, kind: 'app' })).toHaveLength(60);
    });

    it('keeps its position when sessions are added and changed between pages', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
      for (const name of ['d', 'c', 'b', 'a']) {
        await its.create({ name });
        vi.setSystemTime(Date.now() + 1);
      }
      const first = await its.store.list({ userId: USER, limit: 2 });
      await its.create({ name: 'new' });
      await its.store.close(
        first.sessions[1] ? { sessionId: first.sessions[1].sessionId, userId: USER } : never(),
      );
      const second = await its.store.list({ userId: USER, limit: 2, cursor: first.cursor ?? never() });
      expect(second.sessions.map((s) => s.name)).toEqual(['c', 'd']);
      expect(second.cursor).toBeUndefined();
    });

    it('refuses a limit out of range', async () => {
      for (const limit of [0, -1, 201, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expect(its.store.list({ userId: USER, limit })).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining('"limit" must be a whole number from 1 to 200'),
        });
      }
    });

    it('refuses a cursor it did not create', async () => {
      await its.create();
      await its.create();
      const { cursor = never() } = await its.store.list({ userId: USER, limit: 1 });
      const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const wrong = ['', 'x', '%%%', `${cursor}=`, cursor.slice(1), forged(null), forged([]), forged({})];
      for (const bad of [...wrong, forged({ updatedAt: '2020', sessionId: '../x' })]) {
        await expect(its.store.list({ userId: USER, cursor: bad })).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining('"cursor" is not from an earlier result'),
        });
      }
    });
  });
}

async function pageThrough(its: StoreFixture, query: ListQuery): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await its.store.list(cursor === undefined ? query : { ...query, cursor });
    expect(page.sessions.length).toBeLessThanOrEqual(query.limit ?? 50);
    expect(page.sessions.length).toBeGreaterThan(0);
    found.push(...page.sessions.map((s) => s.sessionId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}
