import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import type { Operation } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import type { ToolContext } from '../tool/tool-context.ts';

async function run(body: (ctx: ToolContext) => Operation<unknown>, ...answers: (SampleAnswer | Error)[]) {
  const requests: SampleRequest[] = [];
  const tool = createMcpTool('t')
    .description('d')
    .parameters(z.object({}))
    .elicits({ q: z.object({ pick: z.string() }) })
    .execute((_params, ctx) => body(ctx as unknown as ToolContext));
  const run = await runInMemory(
    tool,
    {},
    {
      async sample(request) {
        requests.push(request);
        const answer = answers.shift();
        if (!answer) throw new Error('asked once too often');
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  );
  return { run, requests, ending: run.run.ending as unknown as { value: never; error: never } };
}

const city = z.object({ name: z.string(), people: z.number() });
const call = (name: string, args: Record<string, unknown>) => ({
  text: '',
  stopReason: 'toolUse',
  toolCalls: [{ id: 'c1', name, arguments: args }],
});
const user = (content: string) => ({ role: 'user', content }) as const;
const assistant = (content: string) => ({ role: 'assistant', content }) as const;

describe('a sample', () => {
  test('by prompt is added to the messages; with its own messages it is not', async () => {
    const { requests, ending } = await run(
      function* (ctx) {
        yield* ctx.sample({ prompt: 'one', systemPrompt: 'be short' });
        yield* ctx.sample({ messages: [user('apart')] });
        const last = yield* ctx.sample({ prompt: 'two', maxTokens: 9 });
        expectTypeOf(last.text).toEqualTypeOf<string>();
        return [ctx.messages, last.exchange.messages];
      },
      { text: '1' },
      { text: 'x' },
      { text: '2', model: 'm', stopReason: 'endTurn' },
    );
    expect(requests).toEqual([
      { messages: [user('one')], systemPrompt: 'be short' },
      { messages: [user('apart')] },
      { messages: [user('one'), assistant('1'), user('two')], maxTokens: 9 },
    ]);
    expect(ending.value).toEqual([
      [user('one'), assistant('1'), user('two'), assistant('2')],
      [user('two'), assistant('2')],
    ]);
  });

  test('with a schema returns what fits, or why it does not', async () => {
    const wanted = { prompt: 'Which city?', schema: city };
    const good = await run(
      function* (ctx) {
        const result = yield* ctx.sample(wanted);
        expectTypeOf(result.parsed).toEqualTypeOf<{ name: string; people: number } | null>();
        return result;
      },
      call('__schema__', { name: 'Bern', people: 3 }),
    );
    expect(good.requests[0]?.schema).toMatchObject({ type: 'object', required: ['name', 'people'] });
    expect(good.ending.value).toMatchObject({
      parsed: { name: 'Bern', people: 3 },
      exchange: {
        messages: [
          user('Which city?'),
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'schema_call_1_1', name: '__schema__', input: {} }],
          },
          { role: 'user', content: [{ type: 'tool_result', toolUseId: 'schema_call_1_1' }] },
        ],
      },
    });
    expect(good.ending.value).not.toHaveProperty('parseError');
    const asText = await run((ctx) => ctx.sample(wanted), {
      text: '```json\n{"name":"Bern","people":3}\n```',
    });
    expect(asText.ending.value).toMatchObject({ parsed: { name: 'Bern' } });
    const noJson = await run((ctx) => ctx.sample(wanted), { text: 'Bern!' });
    expect(noJson.ending.value).toMatchObject({
      parsed: null,
      parseError: { message: 'it is not JSON', rawText: 'Bern!' },
    });
    const misfit = await run((ctx) => ctx.sample(wanted), call('__schema__', { name: 'Bern' }));
    expect(misfit.ending.value).toMatchObject({
      parsed: null,
      parseError: { message: expect.stringContaining('people') },
    });
    const bare = await run(
      (ctx) => ctx.sample({ prompt: 'n', schema: z.number() }),
      call('__schema__', { value: 7 }),
    );
    expect(bare.ending.value).toMatchObject({ parsed: 7 });
  });

  test('with tools returns the calls, and runs none of them', async () => {
    const tools = [{ name: 'find', description: 'finds', inputSchema: z.object({ q: z.string() }) }];
    const { requests, ending } = await run(
      (ctx) => ctx.sample({ prompt: 'p', tools, toolChoice: 'required' }),
      call('find', { q: 'x' }),
    );
    expect(requests[0]).toMatchObject({
      toolChoice: 'required',
      tools: [{ name: 'find', description: 'finds', inputSchema: { type: 'object' } }],
    });
    expect(ending.value).toMatchObject({ stopReason: 'toolUse', toolCalls: [{ id: 'c1', name: 'find' }] });
  });

  test('is refused if the request is ambiguous', async () => {
    const said = async (input: unknown) =>
      (await run((ctx) => ctx.sample(input as { prompt: string }))).ending.error as { message: string };
    expect((await said({})).message).toBe('ctx.sample takes either "prompt" or "messages".');
    expect((await said({ prompt: 'p', schema: city, tools: [] })).message).toBe(
      'ctx.sample takes "schema" or "tools", not both.',
    );
  });

  test('that fails throws in the tool', async () => {
    const { ending } = await run(function* (ctx) {
      try {
        yield* ctx.sample({ prompt: 'p' });
      } catch (error) {
        return `no tip: ${(error as Error).message}`;
      }
    }, new Error('offline'));
    expect(ending.value).toBe('no tip: offline');
  });
});

describe('sampling until it fits', () => {
  test('tells the model what was wrong, and returns only what fits', async () => {
    const { requests, ending } = await run(
      function* (ctx) {
        const result = yield* ctx.sampleSchema({ prompt: 'Which city?', schema: city });
        expectTypeOf(result.parsed).toEqualTypeOf<{ name: string; people: number }>();
        return [result.parsed, ctx.messages.length, 'misfit' in result];
      },
      { text: 'hm' },
      call('__schema__', { name: 'Bern' }),
      call('__schema__', { name: 'Bern', people: 3 }),
    );
    expect(ending.value).toEqual([{ name: 'Bern', people: 3 }, 3, false]);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('was not valid: it is not JSON');
    // What was asked, what it said, what is wrong with it.
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('gives up after two retries, or as many as requested', async () => {
    const three = await run(
      (ctx) => ctx.sampleSchema({ prompt: 'p', schema: city }),
      { text: 'hm' },
      { text: 'hm' },
      { text: 'hm' },
    );
    expect(three.ending.error).toEqual({
      name: 'SampleValidationError',
      message: "sampleSchema: after 3 attempts the model's answer is still not valid: it is not JSON",
    });
    const one = await run((ctx) => ctx.sampleSchema({ prompt: 'p', schema: city, retries: 0 }), {
      text: 'hm',
    });
    expect(one.ending.error).toMatchObject({ message: expect.stringContaining('after 1 attempts') });
  });

  test('of tools requires a call of an existing one with valid arguments', async () => {
    const tools = [{ name: 'find', inputSchema: z.object({ q: z.string() }) }];
    const { ending, requests } = await run(
      (ctx) => ctx.sampleTools({ prompt: 'p', tools, retries: 3 }),
      { text: 'no' },
      call('fnd', { q: 'x' }),
      call('find', { q: 1 }),
      call('find', { q: 'x' }),
    );
    expect(ending.value).toMatchObject({ toolCalls: [{ name: 'find', arguments: { q: 'x' } }] });
    expect(requests[0]?.toolChoice).toBe('required');
  });
});

test("a branch has its own messages, and may start with its parent's", async () => {
  const { ending } = await run(
    function* (ctx) {
      yield* ctx.sample({ prompt: 'root' });
      const inherits = yield* ctx.branch(function* (sub) {
        yield* sub.sample({ prompt: 'in branch' });
        return [sub.messages.length, sub.parentMessages.length, sub.depth];
      });
      const alone = yield* ctx.branch(
        function* (sub) {
          yield* sub.log('debug', 'empty');
          return sub.messages.length;
        },
        { inheritMessages: false },
      );
      return [inherits, alone, ctx.messages.length];
    },
    { text: 'a' },
    { text: 'b' },
  );
  expect(ending.value).toEqual([[4, 2, 1], 0, 2]);
});

test('an answered question is passed on as messages; what it showed only on request', async () => {
  const { run: asked, requests } = await run(
    function* (ctx) {
      const picked = yield* ctx.elicit('q', { message: 'Which?', flights: ['A1', 'B2'] });
      if (picked.action !== 'accept') return;
      const { exchange } = picked;
      yield* ctx.sample({ messages: exchange.messages });
      yield* ctx.sample({ messages: exchange.withArguments((shown) => ({ of: shown.flights })).messages });
    },
    { text: 'hm' },
    { text: 'hm' },
  );
  await asked.answer('q', { action: 'accept', content: { pick: 'B2' } });
  const request = (input: object) => ({
    role: 'assistant',
    content: [
      { type: 'text', text: 'Which?' },
      { type: 'tool_use', id: 'elicit_call_1_1', name: 'q', input },
    ],
  });
  const response = {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        toolUseId: 'elicit_call_1_1',
        content: [{ type: 'text', text: '{"pick":"B2"}' }],
      },
    ],
  };
  expect(requests.map(({ messages }) => messages)).toEqual([
    [request({}), response],
    [request({ of: ['A1', 'B2'] }), response],
  ]);
});
