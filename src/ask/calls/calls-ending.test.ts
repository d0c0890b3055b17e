import { describe, expect, test } from 'vitest';
import { ANN, done, openSessions, store, tool } from '../../../test/fixtures/open-calls.ts';

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

  const grace = { userId: 'grace', kind: 'person', name: 'Grace' } as const;

  test('by an administrator reaches the tool, and says who it was', async () => {
    const { calls, sessions, begin } = openSessions({ tools: [cleaning()] });
    const { sessionId, open } = await begin({});
    await sessions.end(grace, { sessionId, userId: 'ann' });
    await calls.afterQuestion(ANN, `${sessionId.replace('sess_', 'ask_')}-1`, {});
    expect(await calls.settled(ANN, sessionId)).toMatchObject({
      status: 'aborted',
      ending: { reason: 'An administrator (Grace) ended this session.' },
    });
    expect(done).toEqual(['released']);
    await expect(calls.respond(ANN, String(open[0]?.askId), { action: 'decline' })).rejects.toMatchObject({
      code: 'ended',
    });
  });

  test('by an administrator in another process stops a step under way', async () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const working = tool((ctx) =>
      ctx.step('work', ({ signal }) => {
        begun();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }),
    );
    const { calls } = openSessions({ tools: [working] });
    const { sessionId } = await calls.create(ANN, { tool: working, params: {} });
    await isBegun;
    await openSessions().sessions.end(grace, { sessionId, userId: 'ann' });
    expect(await calls.settled(ANN, sessionId)).toMatchObject({
      status: 'aborted',
      ending: { reason: 'An administrator (Grace) ended this session.' },
    });
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
