import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FLIGHT, SEAT } from '../../../test/fixtures/booking-tool.ts';
import { ANN, done, log, opened, openSessions, store, tool } from '../../../test/fixtures/open-calls.ts';
import { createFileStore } from '../../stores/file/file-store.ts';

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
    expect((await calls.inspectAsk(ANN, asked.sessionId))?.call.problem).toContain(
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
