import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBookingTool, FLIGHT, SEAT } from '../../../test/fixtures/booking-tool.ts';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import type { Effect, Operation } from '../tool/operation.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { JournalEntry } from './journal.ts';

const PARAMS = { from: 'NYC' };
const sample = async () => ({ text: 'go early', model: 'test' });

async function book(done: string[], journal: readonly JournalEntry[] = []) {
  const run = await runInMemory(createBookingTool(done), PARAMS, { journal, sample });
  if (run.waiting().includes('pickFlight')) await run.answer('pickFlight', FLIGHT);
  if (run.waiting().includes('pickSeat')) await run.answer('pickSeat', SEAT);
  return run;
}

const ACTS = ['search NYC', 'hold B2', 'meal', 'book'];

/** A tool with one function, for short tests. */
function tool(body: (ctx: ToolContext) => Operation<unknown>, limits = {}) {
  return createMcpTool('t')
    .description('d')
    .parameters(z.object({}))
    .limits(limits)
    .elicits({ q: z.object({ a: z.string() }) })
    .execute((_params, ctx) => body(ctx as unknown as ToolContext));
}

const result = (run: Awaited<ReturnType<typeof runInMemory>>) => run.run.ending;

describe('a running tool', () => {
  test('asks, waits, continues with the answers, and returns its result', async () => {
    const done: string[] = [];
    const run = await book(done);
    expect(done).toEqual(ACTS);
    expect(result(run)).toMatchObject({
      op: 'completed',
      value: {
        ticket: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: { $date: expect.any(String) },
        seat: '12A',
        bags: 1,
        hold: { key: 'call_1:3', since: { $date: '1970-01-01T00:00:00.000Z' } },
        meal: 'meal',
        tip: 'go early',
        tracked: 2,
        asked: [
          { type: 'text', text: 'Which seat?' },
          { type: 'tool_use', id: 'elicit_call_1_2', name: 'pickSeat', input: {} },
        ],
      },
    });
    expect(run.notices).toEqual([{ op: 'log', level: 'info', message: 'searching' }]);
  });

  test('sees declines and cancels', async () => {
    const run = await runInMemory(createBookingTool(), PARAMS, { sample });
    await run.answer('pickFlight', { action: 'decline' });
    expect(result(run)).toEqual({ op: 'completed', value: { ticket: null, because: 'decline' } });
    const other = await runInMemory(createBookingTool(), PARAMS, { sample });
    await other.answer('pickFlight', FLIGHT);
    await other.answer('pickSeat', { action: 'cancel' });
    expect(result(other)).toEqual({ op: 'completed', value: { ticket: null, because: 'cancel' } });
  });

  test('replayed from every position of its journal, does the same, and each step once', async () => {
    const done: string[] = [];
    const whole = await book(done);
    expect(whole.journal.length).toBeGreaterThan(12);
    for (let cut = 0; cut <= whole.journal.length - 1; cut++) {
      const kept = whole.journal.slice(0, cut);
      // What was in the journal when the process died had been done; the rest had not.
      const again: string[] = [];
      const run = await book(again, kept);
      const steps = kept.filter((entry) => entry.op === 'step').length;
      expect(again, `cut at ${cut}`).toEqual(ACTS.slice(steps));
      const draws = new Set(kept.map((entry) => entry.op));
      const { ticket, chance, at, ...rest } = (whole.run.ending as { value: Record<string, unknown> }).value;
      expect(result(run)).toMatchObject({ op: 'completed', value: rest });
      const value = (result(run) as { value: Record<string, unknown> }).value;
      // Random values are the same once they are in the journal, and may differ before.
      expect(value.ticket === ticket).toBe(draws.has('uuid'));
      expect(value.chance === chance).toBe(draws.has('random'));
      if (draws.has('now')) expect(value.at).toEqual(at);
      // Notices are sent once: not again by a process that continues.
      expect(run.notices.length).toBe(cut === 0 ? 1 : 0);
    }
  });

  test('writes everything to the journal before it continues', async () => {
    const order: string[] = [];
    await runInMemory(
      tool(function* (ctx) {
        const a = yield* ctx.step('a', () => order.push('do a'));
        order.push(`has a ${a}`);
        const id = yield* ctx.uuid();
        yield* ctx.step('b', () => order.push(`do b ${id.length}`));
        order.push('has b');
      }),
      {},
      { onAppend: (entries) => order.push(`wrote ${entries.map(({ op }) => op)}`) },
    );
    expect(order).toEqual([
      'do a',
      'wrote step',
      'has a 1',
      'wrote uuid',
      'do b 36',
      'wrote step',
      'has b',
      'wrote completed',
    ]);
  });

  test('receives failures of steps as they will be in replay, and may continue', async () => {
    class OwnError extends Error {}
    const body = tool(function* (ctx) {
      try {
        yield* ctx.step('bad', () => {
          throw new OwnError('no');
        });
      } catch (error) {
        const answer = yield* ctx.elicit('q', { message: 'again?' });
        return [error instanceof OwnError, (error as Error).message, answer.action];
      }
    });
    const run = await runInMemory(body, {});
    const again = await runInMemory(body, {}, { journal: run.journal });
    for (const one of [run, again]) {
      await one.answer('q', { action: 'decline' });
      expect(result(one)).toEqual({ op: 'completed', value: [false, 'no', 'decline'] });
    }
  });

  test('fails with its own message', async () => {
    const run = await runInMemory(
      tool(function* (ctx) {
        yield* ctx.log('info', 'x');
        throw new RangeError('too far');
      }),
      {},
    );
    expect(result(run)).toEqual({ op: 'failed', error: { name: 'RangeError', message: 'too far' } });
  });

  test('cannot store what is not data, and learns which step returned it', async () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const run = await runInMemory(
      tool((ctx) => ctx.step('loop', () => loop)),
      {},
    );
    expect(result(run)).toMatchObject({
      op: 'failed',
      error: { message: expect.stringContaining('The result of step "loop" cannot be stored') },
    });
    const big = await runInMemory(
      tool((ctx) => ctx.step('big', () => 'x'.repeat(2_000_000))),
      {},
    );
    expect(result(big)).toMatchObject({ error: { code: 'limit_reached' } });
  });

  test('gets an error if it asks an undeclared question, or shows what JSON cannot represent', async () => {
    const asks = (key: string, context: object) =>
      runInMemory(
        tool((ctx) => ctx.elicit(key as 'q', { message: 'm', ...context })),
        {},
      ).then(result);
    expect(await asks('r', {})).toMatchObject({
      error: { message: 'Tool "t" asks "r", but its .elicits() does not declare it. Did you mean "q"?' },
    });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const [shown, words] of [
      [{ at: new Date() }, 'context.at is a Date'],
      [{ list: [1n] }, 'context.list[0] is a bigint'],
      [{ gone: undefined }, 'context.gone is undefined'],
      [{ cyclic }, 'context.cyclic.self contains itself'],
      [{ map: new Map() }, 'context.map is an instance of Map'],
    ] as const)
      expect(await asks('q', shown)).toMatchObject({ error: { message: expect.stringContaining(words) } });
  });

  test('has its context checked against the declared schema', async () => {
    const strict = createMcpTool('s')
      .description('d')
      .parameters(z.object({}))
      .elicits({ q: { response: z.object({}), context: z.object({ rows: z.number() }) } })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit('q', { message: 'm', rows: 'many' as unknown as number });
      });
    expect(result(await runInMemory(strict, {}))).toMatchObject({
      error: { message: expect.stringContaining('question "q": its context does not match') },
    });
  });

  test('a body that is no generator is refused', async () => {
    const open = createMcpTool('s').description('d').parameters(z.object({})).elicits({});
    expect(() => open.execute((async () => 1) as never)).toThrow('Write function* (params, ctx)');
    const wrong = open.execute((() => Promise.reject(new Error('x'))) as never);
    const { run } = await runInMemory(wrong, {});
    expect(run.ending).toMatchObject({
      op: 'failed',
      error: { message: expect.stringContaining('Write function* (params, ctx)') },
    });
  });
});

describe('code that changed', () => {
  const before = tool(function* (ctx) {
    yield* ctx.step('one', () => 1);
    const answer = yield* ctx.elicit('q', { message: 'm' });
    return answer.action;
  });

  async function goOn(changed: ReturnType<typeof tool>, answered: boolean) {
    const run = await runInMemory(before, {});
    if (answered) await run.answer('q', { action: 'accept', content: { a: 'x' } });
    const journal = run.journal.filter((entry) => entry.op !== 'completed');
    return runInMemory(changed, {}, { journal });
  }

  test('in texts or inside a step continues', async () => {
    const run = await goOn(
      tool(function* (ctx) {
        yield* ctx.step('one', () => 2);
        return (yield* ctx.elicit('q', { message: 'other words' })).action;
      }),
      true,
    );
    expect(result(run)).toEqual({ op: 'completed', value: 'accept' });
  });

  test.each([
    [
      'another step first',
      (ctx: ToolContext) =>
        both(
          ctx.step('zero', () => 0),
          ctx.step('one', () => 1),
        ),
    ],
    ['the step renamed', (ctx: ToolContext) => ctx.step('uno', () => 1)],
    ['a question instead', (ctx: ToolContext) => ctx.elicit('q', { message: 'm' })],
    ['nothing at all', (_ctx: ToolContext) => both()],
  ])('in what it does is found out: %s', async (_what, body) => {
    let ran = 0;
    const counting = tool(function* (ctx) {
      const value = yield* body(ctx);
      ran++;
      return value;
    });
    await expect(goOn(counting, true)).rejects.toThrow(
      /^Tool "t" has changed since this call began.*its journal continues with step "one" \(effect 0\)/,
    );
    expect(ran).toBeLessThanOrEqual(1);
  });

  test('at a waiting point is detected before it does anything', async () => {
    const ran: string[] = [];
    const changed = tool(function* (ctx) {
      yield* ctx.step('one', () => 1);
      yield* ctx.step('new', () => ran.push('new'));
    });
    await expect(goOn(changed, false)).rejects.toThrow(
      'its journal continues with elicit "q" (effect 1), but the tool now does step "new"',
    );
    const shorter = tool((ctx) => ctx.step('one', () => 1));
    await expect(goOn(shorter, false)).rejects.toThrow(
      'with elicit "q" (effect 1), but it has already ended',
    );
    expect(ran).toEqual([]);
  });

  test('whose schema no longer accepts a given answer is detected', async () => {
    const narrower = createMcpTool('t')
      .description('d')
      .parameters(z.object({}))
      .elicits({ q: z.object({ a: z.literal('only this') }) })
      .execute(function* (_params, ctx) {
        yield* ctx.step('one', () => 1);
        yield* ctx.elicit('q', { message: 'm' });
      });
    await expect(goOn(narrower as never, true)).rejects.toThrow('the recorded answer is no longer valid');
  });
});

function* both(...operations: Operation<unknown>[]): Generator<Effect, unknown, unknown> {
  for (const operation of operations) yield* operation;
  return undefined;
}

describe('concurrent operations', () => {
  test('have ordered outcomes, whichever ends first, and are replayed in that order', async () => {
    const ended: string[] = [];
    const make = () =>
      tool(function* (ctx) {
        function* part(name: string) {
          yield* ctx.elicit('q', { message: name });
          ended.push(name);
          return name;
        }
        return yield* ctx.all([part('a'), part('b'), ctx.all([])]);
      });
    const run = await runInMemory(make(), {});
    const asked = run.run.waitsFor().map(({ id, effect }) => [id, 'message' in effect && effect.message]);
    expect(asked).toEqual([
      ['0/0/0', 'a'],
      ['0/1/0', 'b'],
    ]);
    for (const id of ['0/1/0', '0/0/0']) {
      const told = run.run.tell({ op: 'answered', id, key: 'q', seq: 0, answer: { action: 'decline' } });
      await run.run.drive();
      await told;
    }
    expect(result(run)).toEqual({ op: 'completed', value: ['a', 'b', []] });
    expect(ended.splice(0)).toEqual(['b', 'a']);
    await runInMemory(make(), {}, { journal: run.journal.filter(({ op }) => op !== 'completed') });
    expect(ended).toEqual(['b', 'a']);
  });

  test('end together if one fails: the others clean up, and their questions are withdrawn', async () => {
    const cleaned: string[] = [];
    let fail: (error: Error) => void = () => {};
    const failing = new Promise((_resolve, reject) => {
      fail = reject;
    });
    const body = tool(function* (ctx) {
      function* asking() {
        try {
          yield* ctx.elicit('q', { message: 'm' });
        } finally {
          yield* ctx.step('clean', () => cleaned.push('clean'));
        }
      }
      yield* ctx.all([asking(), ctx.step('fails', () => failing)]);
    });
    const starting = runInMemory(body, {});
    fail(new Error('broken'));
    const run = await starting;
    expect(cleaned).toEqual(['clean']);
    expect(result(run)).toEqual({ op: 'failed', error: { name: 'Error', message: 'broken' } });
    expect(run.journal.map(({ op }) => op)).toEqual(['asked', 'step', 'withdrawn', 'step', 'failed']);
  });
});

describe('cancelling', () => {
  const cleaning = (cleaned: string[]) =>
    tool(function* (ctx) {
      ctx.signal.addEventListener('abort', () => cleaned.push('signal'));
      try {
        yield* ctx.elicit('q', { message: 'm' });
        return 'unreached';
      } finally {
        yield* ctx.step('release', () => cleaned.push('released'));
        try {
          yield* ctx.elicit('q', { message: 'sure?' });
        } catch (error) {
          cleaned.push((error as Error).message);
        }
      }
    });

  test('fires the signal and runs finally, which may do steps but not ask', async () => {
    const cleaned: string[] = [];
    const run = await runInMemory(cleaning(cleaned), {});
    await run.cancel('not needed');
    expect(cleaned).toEqual([
      'signal',
      'released',
      'The call has ended; elicit is not possible during cleanup; a step is.',
    ]);
    expect(result(run)).toEqual({ op: 'cancelled', reason: 'not needed' });
  });

  test('is completed by the next process if interrupted, each step once', async () => {
    const first = await runInMemory(cleaning([]), {});
    await first.cancel('not needed');
    for (let cut = 0; cut < first.journal.length; cut++) {
      const cleaned: string[] = [];
      const run = await runInMemory(cleaning(cleaned), {}, { journal: first.journal.slice(0, cut) });
      if (!result(run)) await run.cancel('not needed');
      expect(result(run)).toEqual({ op: 'cancelled', reason: 'not needed' });
      const released = first.journal.slice(0, cut).some(({ op }) => op === 'step');
      expect(cleaned.includes('released')).toBe(!released);
    }
  });

  test('stops a running step by its signal, without waiting for it', async () => {
    let seen: unknown;
    const started = withResolvers();
    const body = tool((ctx) =>
      ctx.step('slow', ({ signal }) => {
        started.resolve();
        signal.addEventListener('abort', () => {
          seen = (signal.reason as Error).message;
        });
        return new Promise(() => {});
      }),
    );
    const { ToolRun } = await import('./tool-run.ts');
    const journal: JournalEntry[] = [];
    const run = new ToolRun({
      tool: body,
      params: {},
      callId: 'c',
      userId: 'ann',
      journal: [],
      host: {
        append: async (entries) => void journal.push(...entries),
        sample: () => undefined,
        notice() {},
      },
    });
    const driving = run.drive();
    await started.promise;
    await run.tell({ op: 'cancel', reason: 'enough' });
    await driving;
    expect(seen).toBe('enough');
    expect(journal.map(({ op }) => op)).toEqual(['cancel', 'cancelled']);
  });
});

function withResolvers() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
