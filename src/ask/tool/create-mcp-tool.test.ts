import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMcpTool } from './create-mcp-tool.ts';
import {
  type InferClient,
  type InferElicits,
  type InferHandoff,
  type InferParams,
  type InferResult,
  isMcpTool,
} from './mcp-tool.ts';

const base = createMcpTool('book')
  .description('Books.')
  .parameters(z.object({ to: z.string() }));

describe('the order of the calls', () => {
  test('is enforced by the types', () => {
    // @ts-expect-error description comes first
    expect(() => createMcpTool('x').parameters(z.object({}))).toThrow(
      'Tool "x": call .description() before .parameters().',
    );
    // @ts-expect-error elicits is compulsory
    expect(() => base.execute(function* () {})).toThrow(
      'Tool "book": call .elicits() before .execute(). If it asks nothing, use .elicits({}).',
    );
    // @ts-expect-error elicits is compulsory
    expect(() => base.handoff({})).toThrow('call .elicits() before .handoff()');
    // @ts-expect-error parameters come before limits
    expect(() => createMcpTool('x').description('d').limits({})).toThrow(
      'call .parameters() before .limits()',
    );
    // @ts-expect-error all three parts
    expect(() => base.elicits({}).handoff({ before: () => 1 })).toThrow('needs the function "client"');
    expect(() => createMcpTool('no spaces')).toThrow('"no spaces" is not a valid tool name');
    expect(() => base.limits({ timeout: -1 })).toThrow('timeout must be a number from 0');
  });

  test('requires and limits may be on either side of elicits, and add up', () => {
    const tool = base
      .requires({ sampling: true })
      .limits({ timeout: 1000 })
      .elicits({})
      .limits({ maxDepth: 2 })
      .execute(function* () {});
    expect(tool).toMatchObject({ requires: { sampling: true }, limits: { timeout: 1000, maxDepth: 2 } });
  });

  test('a stage can be finished in several ways', () => {
    const one = base.elicits({}).execute(function* () {});
    const two = base
      .limits({ timeout: 1 })
      .elicits({})
      .execute(function* () {});
    expect(one.limits).toBeUndefined();
    expect(two.limits).toEqual({ timeout: 1 });
    expect([isMcpTool(one), isMcpTool({ name: 'x' }), isMcpTool(null)]).toEqual([true, false, false]);
  });
});

describe('questions', () => {
  test('are a schema, or a schema with another for what the question shows', () => {
    const tool = base
      .elicits({
        bare: z.object({ response: z.string().describe('your reply') }),
        both: { response: z.object({ n: z.int() }), context: z.object({ rows: z.array(z.string()) }) },
        login: z.object({ user: z.string(), newPassword: z.string() }),
        deep: z.object({ list: z.array(z.object({ a: z.string() })) }),
      })
      .execute(function* (params, ctx) {
        expectTypeOf(params).toEqualTypeOf<{ to: string }>();
        const bare = yield* ctx.elicit('bare', { message: 'm', anything: [1] });
        if (bare.action === 'accept') expectTypeOf(bare.content).toEqualTypeOf<{ response: string }>();
        // @ts-expect-error only an accepted answer has content
        bare.content;
        const both = yield* ctx.elicit('both', { message: 'm', rows: ['a'] });
        if (both.action === 'accept') expectTypeOf(both.exchange.context).toEqualTypeOf<{ rows: string[] }>();
        // @ts-expect-error rows are declared
        yield* ctx.elicit('both', { message: 'm' });
        // @ts-expect-error a message is
        yield* ctx.elicit('bare', {});
        // @ts-expect-error no such question
        yield* ctx.elicit('other', { message: 'm' });
        yield* ctx.branch(function* (sub) {
          // @ts-expect-error a branch does not ask people
          yield* sub.elicit('bare', { message: 'm' });
        });
        return { ok: true };
      });
    expect(tool.questions.bare).toMatchObject({
      mcpCompatible: true,
      json: { type: 'object', properties: { response: { type: 'string', description: 'your reply' } } },
    });
    expect(tool.questions.both).toMatchObject({ mcpCompatible: true, context: expect.anything() });
    // Asked on the page only: a client's form would pass it to the model.
    expect(tool.questions.login).toMatchObject({
      mcpCompatible: false,
      json: { required: ['user', 'newPassword'] },
    });
    expect(tool.questions.deep).toMatchObject({
      mcpCompatible: false,
      json: { properties: { list: { type: 'array' } } },
    });
    expectTypeOf<InferParams<typeof tool>>().toEqualTypeOf<{ to: string }>();
    expectTypeOf<InferResult<typeof tool>>().toEqualTypeOf<{ ok: boolean }>();
    expectTypeOf<InferElicits<typeof tool>['both']>().toEqualTypeOf<{
      response: { n: number };
      context: { rows: string[] };
    }>();
  });

  test('that are neither are refused by name', () => {
    // @ts-expect-error not an object
    expect(() => base.elicits({ q: z.string() }).execute(function* () {})).toThrow(
      'Tool "book", .elicits(): "q" must be a z.object(…)',
    );
    expect(() =>
      base
        .elicits({ q: { response: z.object({}), context: z.object({ message: z.string() }) } })
        .execute(function* () {}),
    ).toThrow('the context of "q" must not have a field "message"');
  });
});

test('a handoff passes on what its parts return', () => {
  const tool = base.elicits({}).handoff({
    before: async ({ to }) => ({ flights: [to] }),
    *client(handoff, ctx) {
      expectTypeOf(handoff).toEqualTypeOf<{ flights: string[] }>();
      yield* ctx.log('info', 'x');
      return 3;
    },
    after: (_handoff, client) => {
      expectTypeOf(client).toEqualTypeOf<number>();
      return 'done';
    },
  });
  expectTypeOf<InferHandoff<typeof tool>>().toEqualTypeOf<{ flights: string[] }>();
  expectTypeOf<InferClient<typeof tool>>().toEqualTypeOf<number>();
  expectTypeOf<InferResult<typeof tool>>().toEqualTypeOf<string>();
  expect(tool.handoffConfig).toBeDefined();
});
