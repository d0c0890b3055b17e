import { generateText, streamText } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toElicitExchange } from '../tool/elicit-exchange.ts';
import { fromCreateMessage, toCreateMessage } from './client-sampling.ts';
import { createModelSampler } from './model-sampler.ts';
import { createScriptedModel } from './scripted-model.ts';

const signal = new AbortController().signal;
const user = (content: string) => ({ role: 'user' as const, content });

describe('a model of the AI SDK', () => {
  test('answers a sample', async () => {
    const model = createScriptedModel(['go early']);
    const answer = await createModelSampler(model)(
      { messages: [user('a tip?')], systemPrompt: 'be short', maxTokens: 9 },
      signal,
    );
    expect(answer).toEqual({ text: 'go early', model: 'scripted (no model)', stopReason: 'endTurn' });
    expect(model.prompts[0]).toMatchObject([
      { role: 'system', content: 'be short' },
      { role: 'user', content: [{ type: 'text', text: 'a tip?' }] },
    ]);
  });

  test('is made to reply with a schema', async () => {
    const model = createScriptedModel([{ tool: '__schema__', input: { city: 'Bern' } }]);
    const { $schema: _, ...schema } = z.toJSONSchema(z.object({ city: z.string() }));
    const answer = await createModelSampler(model)({ messages: [user('where?')], schema }, signal);
    expect(answer).toMatchObject({
      stopReason: 'toolUse',
      toolCalls: [{ id: 'scripted_0', name: '__schema__', arguments: { city: 'Bern' } }],
    });
  });

  test('receives answered questions as tool calls', async () => {
    const model = createScriptedModel(['ok']);
    const exchange = toElicitExchange({
      callId: 'c',
      seq: 1,
      key: 'pick',
      message: 'Which?',
      context: {},
      content: { id: 'A1' },
    });
    await createModelSampler(model)({ messages: exchange.messages }, signal);
    expect(model.prompts[0]).toMatchObject([
      { role: 'user', content: [{ text: 'Continue from here.' }] },
      {
        role: 'assistant',
        content: [{ type: 'text' }, { type: 'tool-call', toolCallId: 'elicit_c_1', toolName: 'pick' }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'elicit_c_1', output: { value: '{"id":"A1"}' } }],
      },
    ]);
  });

  test('does not repeat a key when it fails', async () => {
    const model = createScriptedModel(() => {
      throw new Error('Incorrect API key provided: sk-proj-secret1.');
    });
    await expect(createModelSampler(model)({ messages: [user('x')] }, signal)).rejects.toMatchObject({
      message: 'The model call failed: Incorrect API key provided: ••••.',
    });
  });

  test('reports a failure in words', async () => {
    const model = createScriptedModel([]);
    await expect(createModelSampler(model)({ messages: [user('x')] }, signal)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The model call failed: the script of this model ends after 0 replies',
    });
  });
});

test('a scripted model works wherever a model does', async () => {
  const model = createScriptedModel(({ text, turn }) => `${turn}: ${text}`);
  expect((await generateText({ model, prompt: 'hello' })).text).toBe('0: hello');
  expect(await streamText({ model, prompt: 'again' }).text).toBe('1: again');
});

describe("the client's model", () => {
  test("is called in MCP's format", () => {
    expect(toCreateMessage({ messages: [user('a tip?')], modelPreferences: { costPriority: 1 } })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'a tip?' } }],
      maxTokens: 1000,
      modelPreferences: { costPriority: 1 },
    });
    expect(
      toCreateMessage({ messages: [], systemPrompt: 's', schema: { type: 'object' } }).systemPrompt,
    ).toBe('s\n\nReply with only JSON that matches this schema:\n{"type":"object"}');
    expect(() => toCreateMessage({ messages: [], tools: [] })).toThrow('Sampling with tools needs a model');
  });

  test('is not trusted', () => {
    expect(
      fromCreateMessage({ role: 'assistant', model: 'm', content: { type: 'text', text: 'hi' } }),
    ).toEqual({ text: 'hi', model: 'm' });
    expect(
      fromCreateMessage({
        content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }],
      }),
    ).toEqual({ text: 'ab' });
    for (const nonsense of [undefined, null, 'hi', {}, { content: 7 }])
      expect(fromCreateMessage(nonsense)).toMatchObject({ message: "The client's model returned no text." });
  });
});
