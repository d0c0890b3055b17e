import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import type { Effect, Operation } from '../tool/operation.ts';
import type { BranchContext, ToolContext } from '../tool/tool-context.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';

type Ctx = ToolContext<{ q: z.ZodObject }>;

function tool(limits: ToolLimits, body: (ctx: Ctx) => Operation<unknown>) {
  return createMcpTool('t')
    .description('d')
    .parameters(z.object({}))
    .limits(limits)
    .elicits({ q: z.object({}) })
    .execute((_params, ctx) => body(ctx as unknown as Ctx));
}

const hour = 60 * 60_000;
const sample = async () => ({ text: 'x'.repeat(40) });

describe('the timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const working = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function finish(starting: ReturnType<typeof runInMemory>) {
    await vi.runAllTimersAsync();
    return (await starting).run.ending;
  }

  test('ends a step that takes too long, by its signal; finally has time to clean up', async () => {
    const seen: string[] = [];
    const body = tool({ timeout: 1000 }, function* (ctx) {
      try {
        yield* ctx.step('slow', ({ signal }) => {
          signal.addEventListener('abort', () => seen.push('signal'));
          return new Promise(() => {});
        });
      } finally {
        yield* ctx.step('clean', () => seen.push('clean'));
      }
    });
    expect(await finish(runInMemory(body, {}))).toEqual({
      op: 'failed',
      error: {
        name: 'TandemError',
        code: 'timeout',
        message: 'The tool timed out at step "slow" (limits: timeout; the time people take does not count).',
      },
    });
    expect(seen).toEqual(['signal', 'clean']);
  });

  test('counts all work together, including sleep and what another process did', async () => {
    const body = tool({ timeout: 1000 }, function* (ctx) {
      yield* ctx.step('a', working(600));
      yield* ctx.elicit('q', { message: 'm' });
      yield* ctx.sleep(300);
      yield* ctx.step('b', working(300));
      return 'unreached';
    });
    const starting = runInMemory(body, {});
    await vi.runAllTimersAsync();
    const { journal } = await starting;
    const next = await runInMemory(body, {}, { journal });
    const answering = next.answer('q', { action: 'decline' });
    await vi.runAllTimersAsync();
    await answering;
    expect(next.run.ending).toMatchObject({
      op: 'failed',
      error: { message: expect.stringContaining('step "b"') },
    });
  });

  test('does not count the time that a person thinks', async () => {
    const body = tool({ timeout: 1000 }, function* (ctx) {
      yield* ctx.elicit('q', { message: 'm' });
      yield* ctx.step('a', working(900));
      return 'done';
    });
    const run = await runInMemory(body, {});
    await vi.advanceTimersByTimeAsync(48 * hour);
    const answering = run.answer('q', { action: 'decline' });
    await vi.runAllTimersAsync();
    await answering;
    expect(run.run.ending).toEqual({ op: 'completed', value: 'done' });
  });

  test('counts concurrent work once', async () => {
    const body = tool({ timeout: 1000 }, function* (ctx) {
      yield* ctx.all([1, 2, 3].map((n) => ctx.step(`s${n}`, working(700))));
      return 'done';
    });
    expect(await finish(runInMemory(body, {}))).toEqual({ op: 'completed', value: 'done' });
  });

  test('of a branch ends the branch; the tool may continue', async () => {
    const body = tool({}, function* (ctx) {
      try {
        yield* ctx.branch((sub) => sub.step('slow', working(hour)), { timeout: 100 });
        return 'unreached';
      } catch (error) {
        return yield* ctx.step('after', async () => (error as Error).name);
      }
    });
    expect(await finish(runInMemory(body, {}))).toEqual({ op: 'completed', value: 'TandemError' });
  });

  test('that expired is expired in replay too', async () => {
    const body = tool({ timeout: 1000 }, function* (ctx) {
      try {
        yield* ctx.step('slow', working(hour));
      } catch (error) {
        yield* ctx.elicit('q', { message: (error as Error).message });
        return 'told';
      }
    });
    const starting = runInMemory(body, {});
    await vi.runAllTimersAsync();
    const { journal, run } = await starting;
    expect(run.waitsFor()).toHaveLength(1);
    const again = await runInMemory(body, {}, { journal });
    await again.answer('q', { action: 'decline' });
    expect(again.run.ending).toEqual({ op: 'completed', value: 'told' });
  });
});

describe('sleep', () => {
  test('that began before a restart ends when it would have', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const body = tool({}, function* (ctx) {
      yield* ctx.sleep(10 * hour);
      return 'awake';
    });
    let noted = () => {};
    const asleep = new Promise<void>((resolve) => {
      noted = resolve;
    });
    const kept: Parameters<NonNullable<Parameters<typeof runInMemory>[2]>['onAppend'] & object>[0][number][] =
      [];
    void runInMemory(body, {}, { onAppend: (entries) => [kept.push(...entries), noted()] });
    await asleep;
    expect(kept).toEqual([{ op: 'sleeping', id: '0', key: '', until: Date.now() + 10 * hour }]);
    await vi.advanceTimersByTimeAsync(9 * hour);
    const next = runInMemory(body, {}, { journal: kept });
    await vi.advanceTimersByTimeAsync(1 * hour);
    expect((await next).run.ending).toEqual({ op: 'completed', value: 'awake' });
    vi.useRealTimers();
  });
});

describe('tokens and depth', () => {
  test('the budget applies to the tool and to every branch around', async () => {
    const spend = (ctx: BranchContext) =>
      ctx.sample({ messages: [{ role: 'user', content: 'y'.repeat(40) }] });
    // Each costs 10 to send and 10 to receive.
    const within = tool({ maxTokens: 40 }, function* (ctx) {
      yield* spend(ctx);
      yield* ctx.branch(spend);
      return 'spent';
    });
    expect((await runInMemory(within, {}, { sample })).run.ending).toMatchObject({ value: 'spent' });
    const over = tool({ maxTokens: 45 }, function* (ctx) {
      yield* ctx.branch(spend);
      yield* ctx.branch(spend);
      yield* ctx.branch(spend);
    });
    expect((await runInMemory(over, {}, { sample })).run.ending).toMatchObject({
      op: 'failed',
      error: {
        code: 'limit_reached',
        message: 'This sample needs about 10 tokens; 5 of 45 (maxTokens) are left.',
      },
    });
    const branch = tool({}, (ctx) => ctx.branch(spend, { maxTokens: 9 }));
    expect((await runInMemory(branch, {}, { sample })).run.ending).toMatchObject({ op: 'failed' });
  });

  test('branches nest up to the limit', async () => {
    const nest = (depth: number) =>
      function* dive(ctx: BranchContext): Generator<Effect, number, unknown> {
        return ctx.depth === depth ? ctx.depth : yield* ctx.branch(dive);
      };
    expect((await runInMemory(tool({ maxDepth: 2 }, nest(2)), {})).run.ending).toMatchObject({ value: 2 });
    expect((await runInMemory(tool({ maxDepth: 2 }, nest(3)), {})).run.ending).toMatchObject({
      error: { code: 'limit_reached', message: 'Branches nest 3 deep, and maxDepth is 2.' },
    });
  });

  test('a branch cannot ask people', async () => {
    const body = tool({}, (ctx) => ctx.branch((sub) => (sub as Ctx).elicit('q', { message: 'm' })));
    expect((await runInMemory(body, {})).run.ending).toMatchObject({
      error: { code: 'unsupported', message: expect.stringContaining('in a branch (depth 1)') },
    });
  });
});
