import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FLIGHT, SEAT } from '../../../test/fixtures/booking-tool.ts';
import { ANN, BEN, done, openSessions, tool } from '../../../test/fixtures/open-calls.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';

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
