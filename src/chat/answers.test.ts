import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createBookingTool, FLIGHT } from '../../test/fixtures/booking-tool.ts';
import { eventsOf, firstOf, idOf, type Numbered, textOf, toAnswer } from '../../test/fixtures/chat-client.ts';
import { asker, DECLINE } from '../../test/fixtures/chat-tools.ts';
import { followStream } from '../../test/fixtures/follow-stream.ts';
import { BOOK, openChat } from '../../test/fixtures/open-chat.ts';
import { createMcpTool } from '../ask/tool/create-mcp-tool.ts';
import type { SessionStore } from '../session/session-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';

type AskEvent = Numbered<'plugin_elicit_request'>;

describe('an answer', () => {
  test('that is invalid is refused by field, and the question stays open', async () => {
    const { say, send, json } = openChat([{ tool: 'ask', input: {} }, 'ok'], { tools: [asker('ask')] });
    const first = await say('go');
    const id = idOf(first);
    const { elicitId } = firstOf(first, 'plugin_elicit_request');
    const short = { action: 'accept', content: { a: 'x' } };
    for (const refused of [
      await send('POST', `/${id}/asks/${elicitId}`, short),
      await send('POST', '', { conversationId: id, ...toAnswer(first, short) }),
    ]) {
      expect(refused.status).toBe(422);
      expect((await refused.json()).fields).toEqual({ a: 'at least two letters' });
    }
    expect(await json(`/${id}`)).toMatchObject({ status: 'awaiting_elicit' });
  });

  test('given twice is accepted once; another one is refused; the tool is not affected', async () => {
    const { say, post, send, json, done } = openChat([BOOK, 'ok']);
    const first = await say('go');
    const conversationId = idOf(first);
    const body = { conversationId, ...toAnswer(first, FLIGHT) };
    const [one, two] = await Promise.all([post(body), post(body)]);
    for (const lines of [one, two]) expect(eventsOf(lines, 'error')).toEqual([]);
    const { messages } = await json(`/${conversationId}`);
    expect(messages[1].toolCalls[0].elicitations).toMatchObject([
      { key: 'pickFlight', status: 'responded' },
      { key: 'pickSeat', status: 'pending' },
    ]);
    const other = await send('POST', '', { conversationId, ...toAnswer(first, DECLINE) });
    expect(other.status).toBe(409);
    expect(done.filter((what) => what === 'hold B2')).toHaveLength(1);
  });

  test('to a question of another call, or of none, is refused', async () => {
    const { say, send } = openChat([[BOOK, { tool: 'ask', input: {} }], 'ok'], {
      tools: [createBookingTool(), asker('ask')],
    });
    const first = await say('go');
    const conversationId = idOf(first);
    const [{ callId, elicitId }, other] = eventsOf(first, 'plugin_elicit_request') as [AskEvent, AskEvent];
    const answer = (change: object) =>
      send('POST', '', {
        conversationId,
        pluginElicitResponses: [{ sessionId: callId, callId, elicitId, result: DECLINE, ...change }],
      });
    expect((await answer({ callId: 'nobody' })).status).toBe(404);
    expect((await answer({ elicitId: other.elicitId })).status).toBe(404);
    expect((await answer({ elicitId: `ask_${'0'.repeat(26)}-1` })).status).toBe(404);
    expect((await send('POST', `/${conversationId}/asks/nothing`, DECLINE)).status).toBe(404);
  });

  test('without a stream is on disk when it is accepted; the stream has what follows', async () => {
    const { say, send, stream } = openChat([{ tool: 'ask', input: {} }, 'Thanks.'], {
      tools: [asker('ask')],
    });
    const first = await say('go');
    const id = idOf(first);
    const { elicitId } = firstOf(first, 'plugin_elicit_request');
    const taken = await send('POST', `/${id}/asks/${elicitId}`, DECLINE);
    const { lsn } = await taken.json();
    const rest = await stream(id, lsn);
    expect(firstOf(rest, 'tool_result').result).toBe('decline');
    expect(textOf(rest)).toBe('Thanks.');
  });

  test('between the last check of the calls and the end of the run is not lost', async () => {
    const memory = createMemoryStore();
    let reached = () => {};
    const standing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store: SessionStore = {
      ...memory,
      async appendLog(key, entries) {
        if (JSON.stringify(entries).includes('conversation_state')) {
          reached();
          await held;
        }
        await memory.appendLog(key, entries);
      },
    };
    const { send, model } = openChat([{ tool: 'ask', input: {} }, 'Thanks.'], {
      tools: [asker('ask')],
      store,
    });
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'go' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(response);
    const { elicitId } = await reader.until('plugin_elicit_request');
    await standing;
    // Nobody reads any more, so nobody checks again either.
    await reader.cancel();
    expect((await send('POST', `/${id}/asks/${elicitId}`, DECLINE)).status).toBe(200);
    release();
    await vi.waitFor(() => expect(model.prompts).toHaveLength(2), 60_000);
  });

  test('that contains a secret is not shown again', async () => {
    const secret = createMcpTool('secret')
      .description('d')
      .parameters(z.object({}))
      .elicits({ q: z.object({ password: z.string() }) })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit('q', { message: 'Password?' });
        return 'ok';
      });
    const { say, post } = openChat([{ tool: 'secret', input: {} }, 'ok'], { tools: [secret] });
    const first = await say('go');
    const rest = await post({
      conversationId: idOf(first),
      ...toAnswer(first, { action: 'accept', content: { password: 'hunter2' } }),
    });
    expect(JSON.stringify(rest)).not.toContain('hunter2');
    expect(textOf(rest)).toBe('ok');
  });
});
