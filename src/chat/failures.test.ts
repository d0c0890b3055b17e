import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FLIGHT } from '../../test/fixtures/booking-tool.ts';
import { eventsOf, firstOf, idOf, textOf, toAnswer } from '../../test/fixtures/chat-client.ts';
import { quick } from '../../test/fixtures/chat-tools.ts';
import { createGatedModel } from '../../test/fixtures/gated-model.ts';
import { BOOK, openChat } from '../../test/fixtures/open-chat.ts';
import { createMcpTool } from '../ask/tool/create-mcp-tool.ts';
import { createLogger } from '../lib/logger.ts';

describe('failures', () => {
  test('an unknown tool, or one called wrongly, is reported to the model', async () => {
    const { say } = openChat(
      [{ tool: 'quik', input: { n: 1 } }, { tool: 'quick', input: { n: 'x' } }, 'Sorry.'],
      { tools: [quick] },
    );
    const lines = await say('go');
    const [unknown, wrong] = eventsOf(lines, 'tool_error');
    expect(unknown?.error).toContain('Did you mean "quick"?');
    expect(wrong?.error).toMatch(/n: .*number/);
    expect(textOf(lines)).toBe('Sorry.');
  });

  test.each([
    [undefined, "Error: no file '…/orders.json'"],
    [true, "Error: no file '/usr/share/orders.json'"],
  ])('an error names places on the machine only to who is at it: %s', async (local, error) => {
    const lost = createMcpTool('lost')
      .description('Fails.')
      .parameters(z.object({}))
      .elicits({})
      // biome-ignore lint/correctness/useYield: it has nothing to wait for.
      .execute(function* () {
        throw new Error("no file '/usr/share/orders.json'");
      });
    const ann = { userId: 'ann', kind: 'person' as const, name: 'Ann', ...(local ? { local } : {}) };
    const script = [{ tool: 'lost', input: {} }, 'Sorry.'];
    const { say } = openChat(script, { tools: [lost], user: () => ann });
    expect(firstOf(await say('go'), 'tool_error').error).toBe(error);
  });

  test('if a provider fails in the middle, what it said is withdrawn; a retry continues', async () => {
    const model = createGatedModel();
    const { say, post, json } = openChat([], { model: model.model });
    const failing = say('Hi');
    await model.say('Hel');
    await model.fail(Object.assign(new Error('sk-secret refused'), { statusCode: 401 }));
    const failed = await failing;
    const conversationId = idOf(failed);
    expect(firstOf(failed, 'error')).toMatchObject({
      recoverable: true,
      message: expect.stringContaining('key'),
    });
    expect(JSON.stringify(failed)).not.toContain('sk-secret');
    expect((await json(`/${conversationId}`)).messages).toHaveLength(1);
    const retried = post({ conversationId });
    await model.say('Hello.');
    await model.end();
    expect(textOf(await retried)).toBe('Hello.');
    expect(await json(`/${conversationId}`)).toMatchObject({
      status: 'idle',
      messages: [{ text: 'Hi' }, { text: 'Hello.' }],
    });
  });

  test.each([
    ['our logger', (lines: string[]) => createLogger('info', (line) => lines.push(line))],
    [
      'a logger of the server it is in',
      (lines: string[]) => {
        const log = (message: string, detail?: unknown) => void lines.push(message, inspect(detail));
        return { debug: log, info: log, warn: log, error: log };
      },
    ],
  ])('what a provider says of a key is not logged: %s', async (_name, toLogger) => {
    const lines: string[] = [];
    const { say } = openChat(
      () => {
        const requestBodyValues = { apiKey: 'sk-in-the-request' };
        const cause = Object.assign(new Error('Bearer sk-in-the-cause'), { requestBodyValues });
        throw Object.assign(new Error('wrong key sk-in-the-message', { cause }), { requestBodyValues });
      },
      { log: toLogger(lines) },
    );
    await say('Hi');
    const logged = lines.join('\n');
    expect(logged).toMatch(/the model call failed.*wrong key ••••.*Bearer ••••/s);
    expect(logged).not.toContain('sk-in');
  });

  test('a turn after a failed one is merged with it, so that turns alternate', async () => {
    let fails = true;
    const { say, model } = openChat(() => {
      if (fails) throw new Error('away');
      return 'Hello.';
    });
    const id = idOf(await say('Hi'));
    fails = false;
    await say('Anybody?', id);
    expect(model.prompts.at(-1)).toMatchObject([
      { role: 'user', content: [{ text: 'Hi' }, { text: 'Anybody?' }] },
    ]);
  });

  test('a model that never stops calling is stopped, and may continue on request', async () => {
    const { say, post, model } = openChat(() => ({ tool: 'quick', input: { n: 1 } }), {
      tools: [quick],
      maxRounds: 3,
    });
    const lines = await say('go');
    expect(lines.at(-1)?.event).toMatchObject({
      type: 'error',
      message: expect.stringContaining('Max tool iterations reached'),
    });
    expect(model.prompts).toHaveLength(3);
    await post({ conversationId: idOf(lines) });
    expect(model.prompts).toHaveLength(6);
  });

  test('a call whose session is lost is reported to the person and to the model', async () => {
    const { say, post, store, model } = openChat([BOOK, 'Let us try again.']);
    const first = await say('go');
    const conversationId = idOf(first);
    const { sessions } = await store.list({ userId: 'ann', kind: 'tool' });
    const key = { sessionId: sessions[0]?.sessionId ?? '', userId: 'ann' };
    await store.close(key);
    await store.prune({ endedBefore: new Date(Date.now() + 60_000) });
    const lines = await post({ conversationId, ...toAnswer(first, FLIGHT) });
    expect(firstOf(lines, 'plugin_session_error').error).toBe('SESSION_NOT_FOUND');
    expect(firstOf(lines, 'tool_error').error).toBe(
      'Error: Plugin session was lost. Please retry the operation.',
    );
    expect(textOf(lines)).toBe('Let us try again.');
    expect(model.prompts.at(-1)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});
