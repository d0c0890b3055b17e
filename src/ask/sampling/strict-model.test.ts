import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runInMemory } from '../../../test/fixtures/run-in-memory.ts';
import { createStrictModel } from '../../../test/fixtures/strict-model.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import type { Message } from '../tool/message.ts';
import type { Operation } from '../tool/operation.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { createModelSampler } from './model-sampler.ts';
import type { ScriptedReply } from './scripted-model.ts';

const { signal } = new AbortController();
const city = z.object({ name: z.string() });
const look = { name: 'look', description: 'Looks.', inputSchema: z.object({ at: z.string() }) };
const user = (content: Message['content']): Message => ({ role: 'user', content });

/** Run a tool with a model that checks what providers check. */
async function sampled(replies: ScriptedReply[], body: (ctx: ToolContext) => Operation<unknown>) {
  const model = createStrictModel(replies);
  const sampler = createModelSampler(model);
  const tool = createMcpTool('t')
    .description('d')
    .parameters(z.object({}))
    .elicits({ pick: z.object({ id: z.string() }) })
    .execute((_params, ctx) => body(ctx as unknown as ToolContext));
  const memory = await runInMemory(tool, {}, { sample: (request) => sampler(request, signal) });
  return { ...memory, model, ending: () => memory.run.ending };
}

describe('a model that answers in words', () => {
  test('is asked again by sampleSchema, with what it said and what was wrong', async () => {
    const right = { tool: '__schema__', input: { name: 'Bern' } };
    const { ending, model } = await sampled(
      ['It is Bern.', '', { tool: '__schema__', input: { name: 5 } }, right],
      function* (ctx) {
        const { parsed } = yield* ctx.sampleSchema({ prompt: 'Which city?', schema: city, retries: 3 });
        return { parsed };
      },
    );
    expect(ending()).toMatchObject({ op: 'completed', value: { parsed: { name: 'Bern' } } });
    expect(JSON.stringify(model.prompts[1])).toContain('It is Bern.');
    expect(JSON.stringify(model.prompts[1])).toContain('was not valid: it is not JSON');
    expect(JSON.stringify(model.prompts[3])).toContain('tool-result');
  });

  test('is asked again by sampleTools', async () => {
    const { ending } = await sampled(
      ['I would look.', { tool: 'loook', input: {} }, { tool: 'look', input: { at: 'sea' } }],
      function* (ctx) {
        const { toolCalls } = yield* ctx.sampleTools({ prompt: 'Do.', tools: [look] });
        return toolCalls.map(({ name, arguments: args }) => [name, args.at]);
      },
    );
    expect(ending()).toMatchObject({ op: 'completed', value: [['look', 'sea']] });
  });

  test('is the error of the helper in the end, not that of a library', async () => {
    const { ending } = await sampled(['no', 'no', 'no'], (ctx) =>
      ctx.sampleTools({ prompt: 'Do.', tools: [look] }),
    );
    expect(ending()).toMatchObject({
      op: 'failed',
      error: {
        message: "sampleTools: after 3 attempts the model's answer is still not valid: no tool was called",
      },
    });
  });
});

describe('what a tool has collected is sent so that strict providers accept it', () => {
  test('after every kind of sample, in ctx.messages', async () => {
    const { ending, model } = await sampled(
      [
        '',
        { tool: '__schema__', input: { name: 'Bern' } },
        ['I look.', { tool: 'look', input: { at: 'x' } }],
        'end',
      ],
      function* (ctx) {
        yield* ctx.sample({ prompt: 'one' });
        yield* ctx.sampleSchema({ prompt: 'two', schema: city });
        yield* ctx.sampleTools({ prompt: 'three', tools: [look] });
        const { text } = yield* ctx.sample({ prompt: 'four' });
        return [text, ctx.messages.map(({ role, content }) => [role, content.length > 0])];
      },
    );
    expect(ending()).toMatchObject({ op: 'completed' });
    const { value } = ending() as unknown as { value: [string, [string, boolean][]] };
    expect(value[0]).toBe('end');
    // Nothing in it is empty; the model that said nothing has no turn.
    expect(value[1].every(([, isThere]) => isThere)).toBe(true);
    expect(JSON.stringify(model.prompts[3])).toContain('"toolName":"look"');
  });

  test('with exchanges of questions and tools, in any order', async () => {
    const { ending, answer } = await sampled(
      [{ tool: 'look', input: { at: 'sea' } }, 'done', 'again'],
      function* (ctx) {
        const picked = yield* ctx.elicit('pick' as never, { message: 'Which?' } as never);
        if (picked.action !== 'accept') return 'no';
        const { exchange } = yield* ctx.sampleTools({ messages: picked.exchange.messages, tools: [look] });
        const history = [...picked.exchange.messages, ...exchange.messages];
        const { text } = yield* ctx.sample({ messages: history });
        const orphan = user([
          { type: 'tool_result', toolUseId: 'x', content: [{ type: 'text', text: 'old' }] },
        ]);
        const empty: Message = { role: 'assistant', content: '' };
        const last = yield* ctx.sample({ messages: [orphan, empty, user(''), user('go on')] });
        return [text, last.text];
      },
    );
    await answer('pick', { action: 'accept', content: { id: 'A' } });
    expect(ending()).toMatchObject({ op: 'completed', value: ['done', 'again'] });
  });
});
