import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../../area/question.ts';
import { createLogger } from '../../lib/logger.ts';
import { defaultLimits, type Limits } from '../../session/limits.ts';
import { Sessions } from '../../session/sessions.ts';
import { createMemoryStore } from '../../stores/memory-store.ts';
import { toAskId } from './call-record.ts';
import { callSessions } from './call-sessions.ts';
import { Calls } from './calls.ts';

const ann = { userId: 'ann', kind: 'person', name: 'Ann' } as const;
const ben = { userId: 'ben', kind: 'person', name: 'Ben' } as const;
const DAY = 24 * 60 * 60_000;
const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const seatSchema = z.object({ seat: z.string().regex(/^\d+[A-F]$/, 'a row and a letter') });
const question = { message: 'Which seat?', schema: seatSchema };
const seat = (value: string): Answer => ({ action: 'accept', content: { seat: value } });

function make(limits: Partial<Limits> = {}, store = createMemoryStore()) {
  const log = createLogger('silent');
  const sessions = new Sessions({
    store,
    limits: { ...defaultLimits, ...limits },
    kinds: [callSessions],
    log,
  });
  const calls = new Calls({ sessions, log, tool: async () => undefined });
  onTestFinished(() => calls.close());
  const begin = (
    actor: typeof ann | typeof ben,
    { sessionId, answers = {} }: { sessionId?: string; answers?: Record<string, unknown> } = {},
  ) =>
    calls.beginRound({
      principal: { ...actor, roles: [], user: null, local: true },
      client: { name: 't', version: '1', forms: true, urls: false, sampling: false, roots: false },
      tool: 'book',
      arguments: {},
      answers,
      sessionId,
    });
  /** A first round that asks for a seat. */
  const open = async (actor: typeof ann | typeof ben = ann) => {
    const round = begin(actor);
    const asked = await round.run(
      async () => ({ result: await round.ask('seat', question), done: false }),
      signal,
    );
    const sessionId = String(round.sessionId);
    return { asked, sessionId, askId: toAskId(sessionId, 1) };
  };
  /** A later round: asks for the seat again, and books it. */
  const resume = (sessionId: string, work: () => void = () => {}, answers = {}, actor = ann) => {
    const round = begin(actor, { sessionId, answers });
    return round.run(async () => {
      const { pending, answer } = await round.ask('seat', question);
      if (pending) return { result: pending as unknown, done: false };
      work();
      return { result: { booked: answer } as unknown, done: true };
    }, signal);
  };
  const openMessages = async (actor: typeof ann | typeof ben) =>
    (await calls.listOpen(actor)).map(({ toolName, message }) => [toolName, message]);
  return { calls, sessions, begin, open, resume, openMessages };
}

describe('a question of ctx.ask', () => {
  test('stays open, for its user, until it is answered', async () => {
    const { calls, open, openMessages } = make();
    const { askId, asked } = await open();
    expect(asked.pending?.inputRequired.requests).toMatchObject({
      seat: { method: 'elicitation/create', params: { mode: 'form', message: 'Which seat?' } },
    });
    expect(await openMessages(ann)).toEqual([['book', 'Which seat?']]);
    expect(await openMessages(ben)).toEqual([]);
    const { questions } = await calls.respond(ann, askId, seat('12A'));
    expect(questions).toMatchObject([{ key: 'seat', answer: seat('12A') }]);
    expect(await openMessages(ann)).toEqual([]);
  });

  test('is answered once: repeating the answer is fine, another one is a conflict', async () => {
    const { calls, open } = make();
    const { askId } = await open();
    await calls.respond(ann, askId, seat('12A'));
    await calls.respond(ann, askId, seat('12A'));
    for (const other of [seat('1F'), { action: 'decline' } as const, { action: 'cancel' } as const])
      await expect(calls.respond(ann, askId, other)).rejects.toMatchObject({
        code: 'conflict',
        message: `Question "${askId}" was already answered (accept).`,
      });
  });

  test('takes exactly one of many simultaneous answers, in two processes', async () => {
    const store = createMemoryStore();
    const [here, there] = [make({}, store), make({}, store)];
    const { askId, sessionId } = await here.open();
    const given = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? here : there).calls.respond(ann, askId, seat(`${i + 1}A`)),
      ),
    );
    const lost = given.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(lost).toHaveLength(19);
    for (const error of lost) expect(error).toMatchObject({ code: 'conflict' });
    const won = given.findIndex(({ status }) => status === 'fulfilled');
    for (const { calls } of [here, there])
      expect((await calls.get(ann, sessionId))?.questions[0]?.answer).toEqual(seat(`${won + 1}A`));
  });

  test('of another user looks like one that does not exist', async () => {
    const { calls, open, resume } = make();
    const { askId, sessionId } = await open();
    const unknown = 'ask_00000000000000000000000000-1';
    for (const id of [askId, unknown, 'ask_../../etc', 'ask_']) {
      expect(await calls.get(ben, id)).toBeNull();
      await expect(calls.respond(ben, id, seat('1A'))).rejects.toMatchObject({
        code: 'not_found',
        message: `Question "${id}" not found.`,
      });
    }
    for (const id of [sessionId, 'sess_00000000000000000000000000'])
      await expect(resume(id, () => {}, {}, ben as never)).rejects.toMatchObject({
        code: 'not_found',
        message: 'This call is not kept any longer. Call book again.',
      });
    expect((await calls.get(ann, askId))?.open).toHaveLength(1);
  });

  test('expires with its call if nobody answers in time', async () => {
    const { calls, open, resume, openMessages } = make({ askExpiryDays: 3 });
    const { askId, sessionId } = await open();
    pass(3 * DAY - 1000);
    expect(await openMessages(ann)).toHaveLength(1);
    pass(2000);
    expect(await openMessages(ann)).toEqual([]);
    await expect(calls.respond(ann, askId, seat('1A'))).rejects.toMatchObject({ code: 'ended' });
    await expect(resume(sessionId)).rejects.toMatchObject({
      code: 'ended',
      message: 'The question "seat" expired unanswered. Call book again.',
    });
    expect(await calls.get(ann, askId)).toMatchObject({ status: 'aborted', ending: { expired: true } });
    await expect(resume(sessionId)).rejects.toMatchObject({
      message: 'Nobody answered within 3 days. Call book again.',
    });
  });

  test('is withdrawn when its session is closed', async () => {
    const { calls, sessions, open, openMessages } = make();
    const { sessionId } = await open();
    await sessions.close(ann, sessionId);
    await vi.waitFor(async () => expect((await calls.get(ann, sessionId))?.status).toBe('aborted'));
    expect(await openMessages(ann)).toEqual([]);
  });

  test('refuses an invalid answer from the page, with the reason', async () => {
    const { calls, open } = make();
    const { askId } = await open();
    const wrong = { action: 'accept', content: { seat: 12 } } as const;
    await expect(calls.respond(ann, askId, wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { seat: expect.stringContaining('string') },
    });
  });

  test('is refused before anything is stored if its schema is not flat', async () => {
    const { begin, openMessages } = make();
    const deep = { message: 'm', schema: z.object({ a: z.object({}) }) };
    await expect(begin(ann).ask('deep', deep)).rejects.toThrow('must be flat');
    expect(await openMessages(ann)).toEqual([]);
  });
});

describe('maxOpenAsks', () => {
  test('refuses one more, with the name of the limit and two ways out', async () => {
    const { calls, open } = make({ maxOpenAsks: 2, askExpiryDays: 3 });
    const { askId } = await open();
    await open();
    await expect(open()).rejects.toMatchObject({
      code: 'limit_reached',
      message:
        '2 calls are already waiting for an answer, and mcp.limits.maxOpenAsks is 2. Get some answered first, or raise the limit.',
    });
    await open(ben);
    await calls.respond(ann, askId, { action: 'decline' });
    await open();
    pass(4 * DAY);
    await open();
  });

  test('holds for simultaneous calls', async () => {
    const { open } = make({ maxOpenAsks: 5 });
    const opened = await Promise.allSettled(Array.from({ length: 20 }, () => open()));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('counts beyond one page of the store', async () => {
    const { open } = make({ maxOpenAsks: 203 });
    for (let i = 0; i < 203; i++) await open();
    await expect(open()).rejects.toMatchObject({ code: 'limit_reached' });
  });
});

describe('a later round', () => {
  test('runs once, and returns its result to every repeated request', async () => {
    const store = createMemoryStore();
    const [here, there] = [make({}, store), make({}, store)];
    const { askId, sessionId } = await here.open();
    await there.calls.respond(ann, askId, seat('12A'));
    let runs = 0;
    const all = await Promise.all(
      [here, there, here].map(({ resume }) =>
        resume(sessionId, () => {
          runs++;
        }),
      ),
    );
    expect(all).toEqual(Array(3).fill({ booked: seat('12A') }));
    expect(runs).toBe(1);
    expect((await here.calls.get(ann, sessionId))?.status).toBe('completed');
  });

  test('asks a further question once, however often it runs', async () => {
    const { calls, begin, open, openMessages } = make();
    const { askId, sessionId } = await open();
    await calls.respond(ann, askId, seat('12A'));
    for (const _ of [1, 2]) {
      const round = begin(ann, { sessionId });
      await round.run(async () => {
        await round.ask('seat', question);
        const [meal, drink] = await Promise.all([
          round.ask('meal', { message: 'Which meal?', schema: z.object({ meal: z.string() }) }),
          round.ask('drink', { message: 'Which drink?', schema: z.object({ drink: z.string() }) }),
        ]);
        return { result: [meal, drink], done: false };
      }, signal);
    }
    expect((await openMessages(ann)).map(([, message]) => message).sort()).toEqual([
      'Which drink?',
      'Which meal?',
    ]);
  });

  test('that failed runs again', async () => {
    const { calls, open, resume } = make();
    const { askId, sessionId } = await open();
    await calls.respond(ann, askId, seat('12A'));
    const failing = resume(sessionId, () => {
      throw new Error('no network');
    });
    await expect(failing).rejects.toThrow('no network');
    expect(await resume(sessionId)).toEqual({ booked: seat('12A') });
  });

  test("takes the client's answer, converted by the tool's schema", async () => {
    const { calls, begin } = make();
    const count = { message: 'How many?', schema: z.object({ count: z.coerce.number() }) };
    const first = begin(ann);
    await first.ask('count', count);
    const answers = { count: { action: 'accept', content: { count: '3' } } };
    const round = begin(ann, { sessionId: String(first.sessionId), answers });
    const asked = await round.run(
      async () => ({ result: await round.ask('count', count), done: false }),
      signal,
    );
    expect(asked).toMatchObject({ answer: { action: 'accept', content: { count: 3 } } });
    expect((await calls.get(ann, String(first.sessionId)))?.questions[0]?.answer).toEqual(answers.count);
  });

  test("asks again, with the reason, if the client's answer is invalid", async () => {
    const { open, resume } = make();
    const { sessionId } = await open();
    expect(await resume(sessionId, () => {}, { seat: seat('wing') })).toMatchObject({
      inputRequired: {
        requests: {
          seat: {
            params: {
              message: 'Which seat?\n(The last answer was not valid: seat: a row and a letter)',
            },
          },
        },
      },
    });
  });

  test('uses the stored answer if the person was faster on the page', async () => {
    const { calls, open, resume } = make();
    const { askId, sessionId } = await open();
    await calls.respond(ann, askId, seat('1F'));
    expect(await resume(sessionId, () => {}, { seat: seat('12A') })).toEqual({ booked: seat('1F') });
  });

  test('and the page, answering simultaneously in two processes, agree on one answer', async () => {
    const store = createMemoryStore();
    const [here, there] = [make({}, store), make({}, store)];
    for (let i = 0; i < 10; i++) {
      const { askId, sessionId } = await here.open();
      const round = here.begin(ann, { sessionId, answers: { seat: seat('12A') } });
      const [asked, paged] = await Promise.allSettled([
        round.run(async () => ({ result: await round.ask('seat', question), done: false }), signal),
        // A little later each time, so that either may come first.
        waitTurns(i).then(() => there.calls.respond(ann, askId, seat('1F'))),
      ]);
      const kept = (await there.calls.get(ann, sessionId))?.questions[0]?.answer;
      expect(asked).toMatchObject({ status: 'fulfilled', value: { answer: kept } });
      expect(paged.status).toBe(isDeepStrictEqual(kept, seat('1F')) ? 'fulfilled' : 'rejected');
    }
  });
});

async function waitTurns(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}

describe('a question for another user', () => {
  const forBen = { ...question, to: { user: 'ben' } };
  const ask = (round: ReturnType<ReturnType<typeof make>['begin']>) =>
    round.run(async () => ({ result: await round.ask('seat', forBen), done: false }), signal);

  test('is not asked in the form of the caller, and what comes back from there does not count', async () => {
    const { calls, begin } = make();
    const first = begin(ann);
    expect(await ask(first)).toMatchObject({
      pending: { inputRequired: { requests: {}, waiting: { status: 'waiting', waitsFor: 'ben' } } },
    });
    const sessionId = String(first.sessionId);
    const again = begin(ann, { sessionId, answers: { seat: seat('12A') } });
    expect(await ask(again)).toMatchObject({ pending: { inputRequired: { requests: {} } } });
    const askId = toAskId(sessionId, 1);
    await expect(calls.respond(ann, askId, seat('12A'))).rejects.toMatchObject({ code: 'forbidden' });
    // Nor does an agent of the right user answer for them.
    const agent = { ...ben, kind: 'agent' } as const;
    await expect(calls.respond(agent, askId, seat('12A'))).rejects.toMatchObject({ code: 'forbidden' });
    await calls.respond(ben, askId, seat('3C'));
    expect(await ask(begin(ann, { sessionId }))).toEqual({ answer: seat('3C'), by: 'Ben' });
    expect((await calls.get(ann, sessionId))?.questions).toMatchObject([
      { answeredBy: { kind: 'person', userId: 'ben', name: 'Ben' } },
    ]);
  });

  test('is refused if it names nobody', async () => {
    const round = make().begin(ann);
    const wrong = { ...question, to: { user: '' } };
    await expect(
      round.run(async () => ({ result: await round.ask('seat', wrong), done: false }), signal),
    ).rejects.toThrow('"to" must be { user: "id" } or { role: "name" }');
  });
});
