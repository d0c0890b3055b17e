import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../lib/logger.ts';
import { defaultLimits, type Limits } from '../session/limits.ts';
import { Sessions } from '../session/sessions.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { createAskInCall } from './ask-in-call.ts';
import { type Answer, type AskedSoFar, Asks } from './asks.ts';

const ann = { userId: 'ann', kind: 'person', name: 'Ann' } as const;
const ben = { userId: 'ben', kind: 'person', name: 'Ben' } as const;
const DAY = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

function make(limits: Partial<Limits> = {}) {
  const store = createMemoryStore();
  const log = createLogger('silent');
  return new Asks({
    sessions: new Sessions({
      store,
      limits: { ...defaultLimits, ...limits },
      kinds: [{ kind: 'tool', waits: true }],
      log,
    }),
  });
}

const question = { message: 'Which seat?', schema: z.object({ seat: z.string() }) };
const book = { tool: 'book', question };
const seat = (value: string): Answer => ({ action: 'accept', content: { seat: value } });

describe('a question', () => {
  test('is kept open, for its user, until it is answered', async () => {
    const asks = make();
    const ask = await asks.open(ann, book);
    expect(ask).toMatchObject({ tool: 'book', message: 'Which seat?', status: 'open', userId: 'ann' });
    expect(ask.askId).toMatch(/^ask_[0-9a-z]{26}$/);
    expect(await asks.list(ann)).toEqual([ask]);
    expect(await asks.list(ben)).toEqual([]);
    const answered = await asks.answer(ann, ask.askId, seat('12A'));
    expect(answered).toMatchObject({
      status: 'answered',
      answer: seat('12A'),
      answeredBy: { kind: 'person', name: 'Ann' },
    });
    expect(await asks.get(ann, ask.askId)).toEqual(answered);
    expect(await asks.list(ann)).toEqual([]);
  });

  test('is answered once: the same again is fine, another is a conflict', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    const first = await asks.answer(ann, askId, seat('12A'));
    expect(await asks.answer(ann, askId, seat('12A'))).toEqual(first);
    for (const other of [seat('1F'), { action: 'decline' } as const, { action: 'cancel' } as const])
      await expect(asks.answer(ann, askId, other)).rejects.toMatchObject({
        code: 'conflict',
        message: `Question "${askId}" was already answered (accept).`,
      });
    expect((await asks.get(ann, askId)).answer).toEqual(seat('12A'));
  });

  test('takes exactly one of many answers that come at the same moment', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    const given = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => asks.answer(ann, askId, seat(`${i}A`))),
    );
    const won = given.flatMap((one) => (one.status === 'fulfilled' ? [one.value.answer] : []));
    const lost = given.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(won).toHaveLength(1);
    for (const error of lost) expect(error).toMatchObject({ code: 'conflict' });
    expect((await asks.get(ann, askId)).answer).toEqual(won[0]);
  });

  test('of somebody else answers as one that does not exist', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    const unknown = 'ask_00000000000000000000000000';
    const notFound = (id: string) => ({ code: 'not_found', message: `Question "${id}" not found.` });
    for (const id of [askId, unknown, 'ask_../../etc', '']) {
      await expect(asks.get(ben, id)).rejects.toMatchObject(notFound(id));
      await expect(asks.answer(ben, id, seat('1A'))).rejects.toMatchObject(notFound(id));
      await expect(
        asks.resume(ben, [{ key: 'seat', askId: id }], async () => ({ result: 1, done: true })),
      ).rejects.toMatchObject(notFound(id));
    }
    expect((await asks.get(ann, askId)).status).toBe('open');
  });

  test('that nobody answered in time has expired', async () => {
    const asks = make({ askExpiryDays: 3 });
    const { askId } = await asks.open(ann, book);
    pass(3 * DAY - 1000);
    expect((await asks.get(ann, askId)).status).toBe('open');
    pass(2000);
    expect((await asks.get(ann, askId)).status).toBe('expired');
    expect(await asks.list(ann)).toEqual([]);
    await expect(asks.answer(ann, askId, seat('1A'))).rejects.toMatchObject({
      code: 'ended',
      message: `Question "${askId}" expired unanswered. Call book again.`,
    });
  });
});

describe('maxOpenAsks', () => {
  test('refuses one more, naming the limit and both ways out', async () => {
    const asks = make({ maxOpenAsks: 2, askExpiryDays: 3 });
    const { askId } = await asks.open(ann, book);
    await asks.open(ann, book);
    await expect(asks.open(ann, book)).rejects.toMatchObject({
      code: 'limit_reached',
      message:
        '2 questions are already waiting for an answer, and mcp.limits.maxOpenAsks is 2. Get some answered first, or raise the limit.',
    });
    await asks.open(ben, book);
    await asks.answer(ann, askId, { action: 'decline' });
    await asks.open(ann, book);
    pass(4 * DAY);
    await asks.open(ann, book);
  });

  test('holds for calls at the same moment', async () => {
    const asks = make({ maxOpenAsks: 5 });
    const opened = await Promise.allSettled(Array.from({ length: 20 }, () => asks.open(ann, book)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('counts beyond one page of the store', async () => {
    const asks = make({ maxOpenAsks: 203 });
    for (let i = 0; i < 203; i++) await asks.open(ann, book);
    await expect(asks.open(ann, book)).rejects.toMatchObject({ code: 'limit_reached' });
  });
});

describe('a call that goes on', () => {
  test('answers what it came to before, without running again', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    let runs = 0;
    const run = async () => {
      runs++;
      await new Promise(setImmediate);
      return { result: { text: `run ${runs}` }, done: true };
    };
    const all = await Promise.all([1, 2, 3].map(() => asks.resume(ann, [{ key: 'seat', askId }], run)));
    expect(all).toEqual(Array(3).fill({ text: 'run 1' }));
    expect(runs).toBe(1);
  });

  test('runs again when it asked for more, and knows what it asked', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    const round = async (asked: AskedSoFar) => {
      if (!asked[1]) asked.push({ key: '1', askId: (await asks.open(ann, book)).askId });
      return { result: asked[1]?.askId, done: false };
    };
    const asked = [[{ key: '2', askId }], [{ key: '2', askId }]];
    const meals = [];
    for (const one of asked) meals.push(await asks.resume(ann, one, () => round(one)));
    expect(meals[0]).toBe(meals[1]);
    expect(await asks.list(ann)).toHaveLength(2);
  });

  test('that failed runs again', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    const failing = asks.resume(ann, [{ key: 'seat', askId }], () => Promise.reject(new Error('no network')));
    await expect(failing).rejects.toThrow('no network');
    expect(await asks.resume(ann, [{ key: 'seat', askId }], async () => ({ result: 'ok', done: true }))).toBe(
      'ok',
    );
  });

  test('goes on with the answer that was kept when the person was faster on the page', async () => {
    const asks = make();
    const { askId } = await asks.open(ann, book);
    // Between the look at the question and the agent's answer to it.
    const overtaken = Object.assign(Object.create(asks), {
      get: (...args: Parameters<Asks['get']>) => asks.get(...args),
      async answer(...args: Parameters<Asks['answer']>) {
        await asks.answer(ann, askId, seat('1F'));
        return asks.answer(...args);
      },
    }) as Asks;
    const ask = createAskInCall({
      asks: overtaken,
      principal: { ...ann, kind: 'agent', roles: [], user: null, local: true },
      client: { name: 't', version: '1', forms: true, urls: false, sampling: false, roots: false },
      tool: 'book',
      answers: { seat: seat('12A') },
      asked: [{ key: 'seat', askId }],
    });
    expect(await ask('seat', question)).toEqual({ answer: seat('1F') });
  });
});
