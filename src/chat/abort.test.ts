import { describe, expect, test } from 'vitest';
import { eventsOf, firstOf, idOf, textOf } from '../../test/fixtures/chat-client.ts';
import { asker } from '../../test/fixtures/chat-tools.ts';
import { followStream } from '../../test/fixtures/follow-stream.ts';
import { createGatedModel } from '../../test/fixtures/gated-model.ts';
import { openChat } from '../../test/fixtures/open-chat.ts';

describe('aborting', () => {
  test('one call: its finally runs, and the model is told and continues', async () => {
    const ended: string[] = [];
    const { say, post } = openChat([{ tool: 'ask', input: {} }, 'As you like.'], {
      tools: [asker('ask', ended)],
    });
    const first = await say('go');
    const { callId } = firstOf(first, 'plugin_elicit_request');
    const pluginAbort = { sessionId: callId, reason: 'changed my mind' };
    const lines = await post({ conversationId: idOf(first), pluginAbort });
    expect(ended).toEqual(['ask']);
    expect(firstOf(lines, 'plugin_session_error').error).toBe('SESSION_ABORTED');
    expect(firstOf(lines, 'tool_error').error).toContain('changed my mind');
    expect(textOf(lines)).toBe('As you like.');
  });

  test('a turn next to an open question is refused, unless it comes with the abort', async () => {
    const { say, send, model } = openChat([{ tool: 'ask', input: {} }, 'Paris then.'], {
      tools: [asker('ask')],
    });
    const first = await say('go');
    const conversationId = idOf(first);
    const { callId } = firstOf(first, 'plugin_elicit_request');
    const turn = { conversationId, messages: [{ role: 'user', content: 'Make it Paris' }] };
    const refused = await send('POST', '', turn);
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'conflict']);
    expect(model.prompts).toHaveLength(1);
    const lines = await say('Make it Paris', conversationId, { pluginAbort: [{ sessionId: callId }] });
    expect(textOf(lines)).toBe('Paris then.');
    expect(model.prompts.at(-1)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  test('everything: what was said is kept, and the model is not called again', async () => {
    const model = createGatedModel();
    const { send, read, json } = openChat([], { model: model.model });
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(await send('GET', `/${id}/stream?follow=1`));
    await model.say('Half a ');
    await reader.until('text');
    expect(
      (await send('POST', '', { conversationId: id, messages: [{ role: 'user', content: 'x' }] })).status,
    ).toBe(409);
    await send('POST', `/${id}/abort`, {});
    expect((await read(response)).at(-1)?.event.type).toBe('aborted');
    await reader.cancel();
    expect(model.asked).toBe(1);
    expect(await json(`/${id}`)).toMatchObject({ status: 'idle', messages: [{}, { text: 'Half a ' }] });
  });

  test('everything, while another process runs it: that one stops, and what was said is kept', async () => {
    const model = createGatedModel();
    const one = openChat([], { model: model.model });
    const response = await one.send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(await one.send('GET', `/${id}/stream?follow=1`));
    await model.say('Half a ');
    await reader.until('text');
    await reader.cancel();
    const two = openChat(['Another answer.'], { store: one.store });
    expect((await two.send('POST', `/${id}/abort`, { reason: 'enough' })).status).toBe(200);
    expect(eventsOf(await one.read(response), 'aborted')).toEqual([{ type: 'aborted', reason: 'enough' }]);
    const stopped = { status: 'idle', messages: [{}, { text: 'Half a ' }] };
    for (const { json } of [one, two]) expect(await json(`/${id}`)).toMatchObject(stopped);
    expect(eventsOf(await two.stream(id), 'aborted')).toHaveLength(1);
    // The request was for that run; the next one does not see it.
    expect(textOf(await two.say('Go on', id))).toBe('Another answer.');
    expect((await two.store.get({ sessionId: id, userId: 'ann' }))?.data).toEqual({});
  });

  test('everything, while a question waits: every call has a result afterwards', async () => {
    const ended: string[] = [];
    const { say, send, model, json } = openChat([{ tool: 'ask', input: {} }, 'Hello again.'], {
      tools: [asker('ask', ended)],
    });
    const id = idOf(await say('go'));
    await send('POST', `/${id}/abort`, { reason: 'enough' });
    expect(ended).toEqual(['ask']);
    expect(model.prompts).toHaveLength(1);
    expect(await json(`/${id}`)).toMatchObject({ status: 'idle' });
    await say('Hi', id);
    expect(model.prompts.at(-1)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });
});
