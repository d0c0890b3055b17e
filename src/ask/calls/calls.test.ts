import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBookingTool, FLIGHT, SEAT } from '../../../test/fixtures/booking-tool.ts';
import { createLogger } from '../../lib/logger.ts';
import { defaultLimits } from '../../session/limits.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { Sessions } from '../../session/sessions.ts';
import { createFileStore } from '../../stores/file/file-store.ts';
import { createMemoryStore } from '../../stores/memory-store.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { Operation } from '../tool/operation.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { callSessions } from './call-sessions.ts';
import { Calls, type CallsOptions } from './calls.ts';

const ANN = { userId: 'ann', kind: 'agent', name: 'Ann' } as const;
const BEN = { userId: 'ben', kind: 'agent', name: 'Ben' } as const;
const log = createLogger('silent');
const sampler = async () => ({ text: 'go early', model: 'test' });

let done: string[];
let store: SessionStore;
let opened: Calls[];

beforeEach(() => {
  done = [];
  store = createMemoryStore();
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
});

/** Another instance over the same store, like a separate process. */
function openSessions(
  options: Partial<CallsOptions> & {
    tools?: AnyMcpTool[];
    store?: SessionStore;
    limits?: object;
  } = {},
) {
  const tools = options.tools ?? [createBookingTool(done)];
  const sessions = new Sessions({
    store: options.store ?? store,
    limits: { ...defaultLimits, ...options.limits },
    kinds: [callSessions],
    log,
  });
  const calls = new Calls({
    sessions,
    log,
    sampler,
    tool: async (name) => tools.find((tool) => tool.name === name),
    ...options,
  });
  opened.push(calls);
  const begin = async (params: Record<string, unknown> = { from: 'NYC' }, more = {}) => {
    const { sessionId } = await calls.create(ANN, { tool: tools[0] as AnyMcpTool, params, ...more });
    return calls.settled(ANN, sessionId);
  };
  return { calls, sessions, begin };
}

function tool(body: (ctx: ToolContext) => Operation<unknown>, name = 't') {
  return createMcpTool(name)
    .description('d')
    .parameters(z.object({}))
    .elicits({ q: z.object({ a: z.string().min(2, 'at least two letters') }) })
    .execute((_params, ctx) => body(ctx as unknown as ToolContext));
}

describe('a call', () => {
  test('starts, asks, is answered, and returns its result', async () => {
    const { calls, begin } = openSessions();
    const asked = await begin();
    expect(asked).toMatchObject({ status: 'awaiting_elicit', toolName: 'booking' });
    expect(asked.open).toMatchObject([{ key: 'pickFlight', message: 'Which flight?', seq: 1 }]);
    expect(asked.open[0]?.askId).toBe(`${asked.sessionId.replace('sess_', 'ask_')}-1`);
    const second = await calls
      .respond(ANN, `${asked.open[0]?.askId}`, FLIGHT)
      .then(() => calls.settled(ANN, asked.sessionId));
    expect(second.open).toMatchObject([{ key: 'pickSeat', context: { rows: 30 } }]);
    await calls.respond(ANN, `${second.open[0]?.askId}`, SEAT);
    const last = await calls.settled(ANN, asked.sessionId);
    expect(last).toMatchObject({
      status: 'completed',
      ending: { value: { seat: '12A', tip: 'go early' } },
      open: [],
    });
    expect(done).toEqual(['search NYC', 'hold B2', 'meal', 'book']);
    expect(calls.live).toBe(0);
  });

  test("is listed while it is open, and found by its caller's id", async () => {
    const { calls, begin } = openSessions();
    const one = await begin({ from: 'A' }, { callId: 'toolu_1', conversationId: 'c1' });
    await begin({ from: 'B' }, { callId: 'toolu_2' });
    expect((await calls.listActive(ANN)).map(({ callId, status }) => [callId, status]).sort()).toEqual([
      ['toolu_1', 'awaiting_elicit'],
      ['toolu_2', 'awaiting_elicit'],
    ]);
    expect(await calls.listActive(BEN)).toEqual([]);
    const found = await calls.getByCallId(ANN, { callId: 'toolu_1', conversationId: 'c1' });
    expect(found?.sessionId).toBe(one.sessionId);
    expect(await calls.getByCallId(ANN, { callId: 'toolu_1', conversationId: 'c2' })).toBeNull();
    expect(await calls.getByCallId(ANN, { callId: 'toolu_1' })).toBeNull();
    const again = await begin({ from: 'A' }, { callId: 'toolu_1', conversationId: 'c1' });
    expect(again.sessionId).toBe(one.sessionId);
    await calls.abort(ANN, one.sessionId);
    expect((await calls.listActive(ANN)).map(({ callId }) => callId)).toEqual(['toolu_2']);
    expect((await calls.listOpen(ANN)).map(({ toolName, key }) => [toolName, key])).toEqual([
      ['booking', 'pickFlight'],
    ]);
  });

  test('of another user is not found', async () => {
    const { calls, begin } = openSessions();
    const { sessionId, open } = await begin();
    const askId = String(open[0]?.askId);
    expect(await calls.get(BEN, sessionId)).toBeNull();
    for (const attempt of [
      () => calls.respond(BEN, askId, FLIGHT),
      () => calls.abort(BEN, sessionId),
      () => calls.settled(BEN, sessionId),
      () => calls.respond(ANN, askId.replace(/.$/, '7'), FLIGHT),
      () => calls.respond(ANN, 'ask_nonsense', FLIGHT),
      () => calls.abort(ANN, 'sess_nonsense'),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(done).toEqual(['search NYC']);
  });

  test('with invalid arguments does not start', async () => {
    const { calls, begin } = openSessions();
    await expect(begin({})).rejects.toThrow('Arguments of booking: from:');
    expect(await calls.listActive(ANN)).toEqual([]);
  });

  test('that requires a model does not start without one; otherwise it fails at the sample', async () => {
    const needs = createMcpTool('n')
      .description('d')
      .parameters(z.object({}))
      .requires({ sampling: true })
      .elicits({})
      .execute(function* (_p, ctx) {
        return (yield* ctx.sample({ prompt: 'p' })).text;
      });
    const without = { tools: [needs], sampler: undefined };
    await expect(openSessions(without).begin({})).rejects.toThrow(
      'Tool "n" asks a model, and none is configured. Add a model.ts',
    );
    const quiet = tool((ctx) => ctx.sample({ prompt: 'p' }));
    const call = await openSessions({ tools: [quiet], sampler: undefined }).begin({});
    expect(call.ending).toMatchObject({ op: 'failed', error: { code: 'unsupported' } });
  });

  test('beyond maxOpenAsks is refused', async () => {
    const { begin } = openSessions({ limits: { maxOpenAsks: 2 } });
    await begin();
    await begin();
    await expect(begin()).rejects.toThrow(
      '2 calls are already waiting for an answer, and mcp.limits.maxOpenAsks is 2',
    );
  });
});

describe('an answer', () => {
  async function asked() {
    const opened = openSessions({ tools: [tool((ctx) => ctx.elicit('q', { message: 'm' }))] });
    const call = await opened.begin({});
    return { ...opened, call, askId: String(call.open[0]?.askId) };
  }
  const good = { action: 'accept', content: { a: 'xyz' } } as const;

  test('that is invalid is refused with the reason for each field, and the question stays open', async () => {
    const { calls, call, askId } = await asked();
    await expect(calls.respond(ANN, askId, { action: 'accept', content: { a: 'x' } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'a: at least two letters',
      fields: { a: 'at least two letters' },
    });
    expect((await calls.get(ANN, call.sessionId))?.open).toHaveLength(1);
    await calls.respond(ANN, askId, good);
    expect((await calls.settled(ANN, askId)).status).toBe('completed');
  });

  test('may be repeated; a different one is too late', async () => {
    const { calls, askId } = await asked();
    await Promise.all([calls.respond(ANN, askId, good), calls.respond(ANN, askId, good)]);
    await calls.settled(ANN, askId);
    await expect(calls.respond(ANN, askId, good)).resolves.toMatchObject({ status: 'completed' });
    await expect(calls.respond(ANN, askId, { action: 'decline' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('after the end of the call is refused', async () => {
    const { calls, call, askId } = await asked();
    await calls.abort(ANN, call.sessionId, 'enough');
    await expect(calls.respond(ANN, askId, good)).rejects.toMatchObject({ code: 'ended' });
    expect(await calls.get(ANN, askId)).toMatchObject({
      status: 'aborted',
      ending: { reason: 'enough' },
      open: [],
    });
  });

  test('is in the history with the name of its author', async () => {
    const { calls, sessions, call, askId } = await asked();
    await calls.respond({ ...ANN, kind: 'person', name: 'Ann B.' }, askId, good);
    await calls.settled(ANN, askId);
    const history = await sessions.readLog(ANN, call.sessionId);
    expect(history.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
      ['create', 'agent', 'Ann'],
      ['tool.asked', 'system', 't'],
      ['tool.answered', 'person', 'Ann B.'],
      ['tool.completed', 'system', 't'],
      ['close', 'agent', 't'],
    ]);
  });
});

describe('another process', () => {
  test('continues a call, and the first one notices', async () => {
    const first = openSessions();
    const asked = await first.begin();
    const other = openSessions();
    await other.calls.respond(ANN, String(asked.open[0]?.askId), FLIGHT);
    await other.calls.settled(ANN, asked.sessionId);
    // The generator of the first one is outdated by now.
    expect(first.calls.live).toBe(1);
    const seat = await first.calls.settled(ANN, asked.sessionId);
    await first.calls.respond(ANN, String(seat.open[0]?.askId), SEAT);
    expect(await other.calls.settled(ANN, asked.sessionId)).toMatchObject({ status: 'completed' });
    expect(done).toEqual(['search NYC', 'hold B2', 'meal', 'book']);
  });

  test('finds what a dead process left running, for every user, and continues it', async () => {
    const first = openSessions();
    const asked = await first.begin();
    await first.calls.close();
    // It died between the answer and the next question.
    const [question] = asked.open;
    await store.appendLog({ sessionId: asked.sessionId, userId: 'ann' }, [
      {
        timestamp: new Date().toISOString(),
        actor: { kind: 'person', userId: 'ann', name: 'Ann' },
        action: 'tool.answered',
        id: question?.id,
        key: 'pickFlight',
        seq: 1,
        answer: FLIGHT,
      },
    ]);
    const { calls } = openSessions();
    const asksAgain = new Promise<void>((resolve) => {
      calls.onChange(ANN, async () => {
        const [call] = await calls.listActive(ANN);
        if (call?.status === 'awaiting_elicit') resolve();
      });
    });
    // No request of that user has arrived yet.
    await calls.sweep();
    await asksAgain;
    expect(done).toEqual(['search NYC', 'hold B2', 'meal']);
    expect(await calls.listOpen(ANN)).toMatchObject([{ key: 'pickSeat' }]);
  });

  test('races for one answer: one wins, and the tool continues once', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-ask-'));
    try {
      const [one, two] = [1, 2].map(() => openSessions({ store: createFileStore({ root: dir, log }) }));
      if (!one || !two) throw new Error('two');
      const asked = await one.begin();
      const askId = String(asked.open[0]?.askId);
      const outcomes = await Promise.allSettled([
        one.calls.respond(ANN, askId, FLIGHT),
        two.calls.respond(ANN, askId, { action: 'decline' }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(lost).toMatchObject({ reason: { code: 'conflict' } });
      const settled = await two.calls.settled(ANN, asked.sessionId);
      expect(settled.questions[0]?.answer?.action).toBe(
        settled.status === 'completed' ? 'decline' : 'accept',
      );
      expect(done.filter((what) => what.startsWith('hold')).length).toBe(
        settled.status === 'completed' ? 0 : 1,
      );
    } finally {
      for (const { close } of opened.splice(0).map((calls) => ({ close: () => calls.close() })))
        await close();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test('with other code says so, and leaves the call waiting instead of running it wrong', async () => {
    const first = tool((ctx) => ctx.elicit('q', { message: 'm' }));
    const asked = await openSessions({ tools: [first] }).begin({});
    const ran: string[] = [];
    const changed = tool(function* (ctx) {
      yield* ctx.step('new', () => ran.push('new'));
      return yield* ctx.elicit('q', { message: 'm' });
    });
    const { calls } = openSessions({ tools: [changed] });
    await expect(
      calls.respond(ANN, String(asked.open[0]?.askId), { action: 'decline' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await calls.settled(ANN, asked.sessionId)).toMatchObject({
      status: 'awaiting_elicit',
      problem: expect.stringContaining('has changed since this call began'),
    });
    expect(ran).toEqual([]);
    // The file as it was comes back, in another process or in this one.
    const back = openSessions({ tools: [first] }).calls;
    await back.respond(ANN, String(asked.open[0]?.askId), { action: 'decline' });
    expect(await back.settled(ANN, asked.sessionId)).toMatchObject({ status: 'completed' });
  });

  test('with other code shows why before anybody answers, and can be cancelled', async () => {
    const first = tool((ctx) => ctx.elicit('q', { message: 'm' }));
    const asked = await openSessions({ tools: [first] }).begin({});
    const changed = tool(function* (ctx) {
      return yield* ctx.now();
    });
    const { calls } = openSessions({ tools: [changed] });
    expect((await calls.get(ANN, asked.sessionId))?.problem).toBeUndefined();
    expect((await calls.inspect(ANN, asked.sessionId))?.problem).toContain(
      'continues with elicit "q" (effect 0), but the tool now does now',
    );
    expect(await calls.abort(ANN, asked.sessionId, 'enough')).toMatchObject({
      status: 'aborted',
      ending: { reason: 'enough' },
    });
  });

  test('that cannot load the tool leaves the call unchanged', async () => {
    const asked = await openSessions({ tools: [tool((ctx) => ctx.elicit('q', { message: 'm' }))] }).begin({});
    const { calls } = openSessions({ tools: [] });
    await expect(
      calls.respond(ANN, String(asked.open[0]?.askId), { action: 'decline' }),
    ).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await calls.get(ANN, asked.sessionId)).toMatchObject({ status: 'awaiting_elicit' });
  });
});

describe('memory', () => {
  test('holds a limited number of suspended calls; the others are replayed from their journals', async () => {
    const { calls, begin } = openSessions({ maxLive: 2 });
    const asked = [await begin({ from: 'A' }), await begin({ from: 'B' }), await begin({ from: 'C' })];
    expect(calls.live).toBe(2);
    for (const { open, sessionId } of asked) {
      await calls.respond(ANN, String(open[0]?.askId), FLIGHT);
      expect((await calls.settled(ANN, sessionId)).open).toMatchObject([{ key: 'pickSeat' }]);
    }
    expect(done.filter((what) => what.startsWith('search'))).toEqual(['search A', 'search B', 'search C']);
    expect(calls.live).toBe(2);
  });
});

describe('the end of a call', () => {
  const cleaning = () =>
    tool(function* (ctx) {
      try {
        yield* ctx.elicit('q', { message: 'm' });
      } finally {
        yield* ctx.step('release', () => done.push('released'));
      }
    });

  test('by abort runs finally once, no matter who aborts and how often', async () => {
    const first = openSessions({ tools: [cleaning()] });
    const { sessionId } = await first.begin({});
    const second = openSessions({ tools: [cleaning()] });
    const ended = await Promise.all([
      first.calls.abort(ANN, sessionId, 'one'),
      second.calls.abort(ANN, sessionId, 'two'),
    ]);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['aborted']));
    expect(done).toEqual(['released']);
    expect(await first.sessions.get(ANN, sessionId)).toMatchObject({ status: 'closed' });
  });

  test('by closing its session reaches the tool', async () => {
    const { calls, sessions, begin } = openSessions({ tools: [cleaning()] });
    const { sessionId } = await begin({});
    await sessions.close(ANN, sessionId);
    expect(await calls.settled(ANN, sessionId)).toMatchObject({ status: 'awaiting_elicit' });
    await calls.afterQuestion(ANN, `${sessionId.replace('sess_', 'ask_')}-1`, {});
    expect(await calls.settled(ANN, sessionId)).toMatchObject({ status: 'aborted' });
    expect(done).toEqual(['released']);
  });

  test('by expiry reaches the tool, and its question is no longer open', async () => {
    let now = new Date();
    const options = { tools: [cleaning()], now: () => now, limits: { askExpiryDays: 3 } };
    const { calls, sessions, begin } = openSessions(options);
    const { sessionId, open } = await begin({});
    await calls.sweep();
    expect((await calls.get(ANN, sessionId))?.status).toBe('awaiting_elicit');
    now = new Date(now.getTime() + 4 * 24 * 60 * 60_000);
    await expect(calls.respond(ANN, String(open[0]?.askId), { action: 'decline' })).rejects.toMatchObject({
      code: 'ended',
    });
    await calls.sweep();
    expect(await calls.get(ANN, sessionId)).toMatchObject({
      status: 'aborted',
      ending: { reason: 'Nobody answered within 3 days.', expired: true },
    });
    expect(done).toEqual(['released']);
    expect(await sessions.get(ANN, sessionId)).toMatchObject({ status: 'expired' });
  });

  test('of a call whose tool is gone does not block others', async () => {
    let now = new Date();
    const other = tool((ctx) => ctx.elicit('q', { message: 'm' }), 'gone');
    const first = openSessions({ tools: [other] });
    const lost = await first.begin({});
    const options = { tools: [cleaning()], now: () => now };
    const { calls, begin } = openSessions(options);
    const { sessionId } = await begin({});
    now = new Date(now.getTime() + 400 * 24 * 60 * 60_000);
    await calls.sweep();
    expect(await calls.get(ANN, sessionId)).toMatchObject({ status: 'aborted' });
    expect(await calls.get(ANN, lost.sessionId)).toMatchObject({ status: 'awaiting_elicit', open: [] });
  });

  test("by the store's own sweep reaches the tool as well", async () => {
    const { calls, begin } = openSessions({ tools: [cleaning()] });
    const { sessionId } = await begin({});
    await store.expire({ idleSince: new Date(Date.now() + 1000), kinds: ['tool'] });
    await calls.sweep();
    expect(await calls.get(ANN, sessionId)).toMatchObject({ status: 'aborted', ending: { expired: true } });
    expect(done).toEqual(['released']);
    await calls.sweep();
    expect(done).toEqual(['released']);
  });

  test('of the process does not end the call: its steps are reported, and finally does not run', async () => {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    let attempts = 0;
    const slow = tool(function* (ctx) {
      try {
        return yield* ctx.step('slow', ({ signal }) => {
          start();
          if (++attempts > 1) return 'done at last';
          signal.addEventListener('abort', () => stop());
          return new Promise<string>(() => {});
        });
      } finally {
        done.push('finally');
      }
    });
    const first = openSessions({ tools: [slow] });
    const { sessionId } = await first.calls.create(ANN, { tool: slow, params: {} });
    await started;
    await first.calls.close();
    await stopped;
    expect(done).toEqual([]);
    const next = openSessions({ tools: [slow] });
    expect(await next.calls.settled(ANN, sessionId)).toMatchObject({
      status: 'completed',
      ending: { value: 'done at last' },
    });
    expect(done).toEqual(['finally']);
  });
});

describe("the caller's model", () => {
  test('is used if none is configured: the call waits for it as for an answer', async () => {
    const asks = tool(function* (ctx) {
      const { text } = yield* ctx.sample({ prompt: 'a tip' });
      return text;
    });
    const options = { tools: [asks], sampler: undefined };
    const first = openSessions(options);
    const call = await first.begin({}, { clientSamples: true });
    expect(call).toMatchObject({ status: 'awaiting_sample', open: [] });
    // Another process knows the request too, from the replay.
    const { calls } = openSessions(options);
    expect(await calls.wantedSample(ANN, call.sessionId)).toEqual({
      messages: [{ role: 'user', content: 'a tip' }],
    });
    await calls.respondToSample(ANN, call.sessionId, { text: 'go early' });
    expect(await first.calls.settled(ANN, call.sessionId)).toMatchObject({ ending: { value: 'go early' } });
  });

  test('may fail, and the tool receives the error', async () => {
    const asks = tool((ctx) => ctx.sample({ prompt: 'a tip' }));
    const { calls, begin } = openSessions({ tools: [asks], sampler: undefined });
    const call = await begin({}, { clientSamples: true });
    await calls.respondToSample(ANN, call.sessionId, new Error('the person said no'));
    expect(await calls.settled(ANN, call.sessionId)).toMatchObject({
      ending: { error: { message: 'the person said no' } },
    });
  });
});

test('notices of a tool are received while it runs, once', async () => {
  const heard: unknown[] = [];
  const says = tool(function* (ctx) {
    yield* ctx.elicit('q', { message: 'm' });
    yield* ctx.log('warning', 'careful');
    yield* ctx.notify('half way', 0.5);
    yield* ctx.elicit('q', { message: 'n' });
    yield* ctx.notify('done', 1);
  });
  const { calls, begin } = openSessions({ tools: [says] });
  const call = await begin({});
  const stop = calls.onNotice(call.sessionId, (notice) => heard.push(notice));
  await calls.respond(ANN, String(call.open[0]?.askId), { action: 'decline' });
  const next = await calls.settled(ANN, call.sessionId);
  const other = openSessions({ tools: [says] });
  other.calls.onNotice(call.sessionId, (notice) => heard.push(notice));
  await other.calls.respond(ANN, String(next.open[0]?.askId), { action: 'decline' });
  await other.calls.settled(ANN, call.sessionId);
  stop();
  expect(heard).toEqual([
    { op: 'log', level: 'warning', message: 'careful' },
    { op: 'notify', message: 'half way', progress: 0.5 },
    { op: 'notify', message: 'done', progress: 1 },
  ]);
});
