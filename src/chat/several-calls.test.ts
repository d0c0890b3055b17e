import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventsOf, firstOf, idOf, textOf, toAnswer } from '../../test/fixtures/chat-client.ts';
import { asker, DECLINE, quick } from '../../test/fixtures/chat-tools.ts';
import { followStream } from '../../test/fixtures/follow-stream.ts';
import { createGatedModel } from '../../test/fixtures/gated-model.ts';
import { openChat } from '../../test/fixtures/open-chat.ts';
import { createMcpTool } from '../ask/tool/create-mcp-tool.ts';

describe('several calls at once', () => {
  test('one is done and one waits; the model receives both together', async () => {
    const { say, post, model } = openChat(
      [['Both.', { tool: 'quick', input: { n: 4 } }, { tool: 'ask', input: {} }], 'Done.'],
      { tools: [quick, asker('ask')] },
    );
    const first = await say('go');
    expect(firstOf(first, 'tool_result')).toMatchObject({ toolName: 'quick', result: 8 });
    expect(first.at(-1)?.event.type).toBe('conversation_state');
    expect(model.prompts).toHaveLength(1);
    await post({ conversationId: idOf(first), ...toAnswer(first, DECLINE) });
    const [, second] = model.prompts;
    expect(second?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(second?.[2]?.content).toMatchObject([{ toolName: 'quick' }, { toolName: 'ask' }]);
  });

  test('answered in one request, they are one run', async () => {
    const { say, post } = openChat(
      [
        [
          { tool: 'one', input: {} },
          { tool: 'two', input: {} },
        ],
        'Done.',
      ],
      { tools: [asker('one'), asker('two')] },
    );
    const first = await say('go');
    const pluginElicitResponses = eventsOf(first, 'plugin_elicit_request').map(
      ({ sessionId, callId, elicitId }) => ({ sessionId, callId, elicitId, result: DECLINE }),
    );
    const second = await post({ conversationId: idOf(first), pluginElicitResponses });
    expect(eventsOf(second, 'conversation_state')).toEqual([]);
    expect(eventsOf(second, 'tool_result')).toHaveLength(2);
    expect(second.at(-1)?.event).toMatchObject({ type: 'complete', text: 'Done.' });
  });

  test('one is answered while another is still running', async () => {
    let release = () => {};
    const slow = createMcpTool('slow')
      .description('d')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_params, ctx) {
        yield* ctx.step('wait', () => new Promise<void>((resolve) => (release = resolve)));
        return 'slow';
      });
    const two = createMcpTool('two')
      .description('d')
      .parameters(z.object({}))
      .elicits({ q: z.object({}) })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit('q', { message: 'first' });
        yield* ctx.elicit('q', { message: 'second' });
        return 'two';
      });
    const { send, read, json } = openChat(
      [
        [
          { tool: 'slow', input: {} },
          { tool: 'two', input: {} },
        ],
        'Done.',
      ],
      { tools: [slow, two] },
    );
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'go' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(await send('GET', `/${id}/stream?follow=1`));
    const first = await reader.until('plugin_elicit_request');
    await send('POST', `/${id}/asks/${first.elicitId}`, DECLINE);
    // The other call has not ended, and the next question has arrived.
    const second = await reader.until('plugin_elicit_request');
    expect(second.message).toBe('second');
    await send('POST', `/${id}/asks/${second.elicitId}`, DECLINE);
    await reader.until('tool_result');
    release();
    await reader.cancel();
    expect(textOf(await read(response))).toBe('Done.');
    expect(await json(`/${id}`)).toMatchObject({ status: 'idle' });
  });

  test('with the same id as an earlier one are separate calls', async () => {
    const model = createGatedModel();
    const { say } = openChat([], { model: model.model, tools: [quick] });
    const running = say('go');
    for (const n of [1, 2]) {
      await model.call('call_0', 'quick', JSON.stringify({ n }));
      await model.end();
    }
    await model.say('Done.');
    await model.end();
    const lines = await running;
    expect(eventsOf(lines, 'tool_result').map(({ result }) => result)).toEqual([2, 4]);
    expect(new Set(eventsOf(lines, 'tool_result').map(({ callId }) => callId)).size).toBe(2);
  });
});
