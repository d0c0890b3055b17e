import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventsOf, firstOf, idOf, textOf, toAnswer } from '../../test/fixtures/chat-client.ts';
import { DECLINE, quick } from '../../test/fixtures/chat-tools.ts';
import { openChat } from '../../test/fixtures/open-chat.ts';
import { createMcpTool } from '../ask/tool/create-mcp-tool.ts';

const YES = { action: 'accept', content: { yes: true } };

/** Asks, then pays. With the amount 0 it does not ask. */
function createPay(paid: number[]) {
  return createMcpTool('pay')
    .description('Pays.')
    .parameters(z.strictObject({ amount: z.number(), to: z.string().default('shop') }))
    .elicits({ sure: z.object({ yes: z.boolean() }) })
    .execute(function* ({ amount }, ctx) {
      if (amount === 0) return { paid: paid.push(0) };
      const { action } = yield* ctx.elicit('sure', { message: `Pay ${amount}?` });
      if (action !== 'accept') throw new Error('Not paid.');
      yield* ctx.step('pay', () => paid.push(amount));
      return { paid: amount };
    });
}

const pay = (input: Record<string, unknown>) => ({ tool: 'pay', input });
const waiting = (lines: Parameters<typeof eventsOf>[0]) => eventsOf(lines, 'plugin_elicit_request');

function open(calls: { tool: string; input: Record<string, unknown> }[]) {
  const paid: number[] = [];
  return { paid, ...openChat([calls, 'Done.'], { tools: [createPay(paid), quick] }) };
}

describe('the same call twice in one message', () => {
  test('while the first one waits is that one: it asks once, pays once, and both have its result', async () => {
    const { say, post, model, paid, json } = open([pay({ amount: 5, to: 'shop' }), pay({ amount: 5 })]);
    const first = await say('go');
    expect(waiting(first)).toHaveLength(1);
    const id = idOf(first);
    const [, { toolCalls }] = (await json(`/${id}`)).messages;
    expect(toolCalls).toMatchObject([{ status: 'awaiting_elicit' }, { status: 'running', elicitations: [] }]);
    expect(toolCalls[1].progress.message).toContain('The same call is waiting for an answer.');

    const second = await post({ conversationId: id, ...toAnswer(first, YES) });
    expect(paid).toEqual([5]);
    const [one, two] = eventsOf(second, 'tool_result');
    expect([one?.result, two?.result]).toEqual([{ paid: 5 }, { paid: 5 }]);
    expect([one?.note, two?.note]).toEqual([undefined, expect.stringContaining(`(${one?.callId})`)]);
    expect(textOf(second)).toBe('Done.');
    const results = model.prompts.at(-1)?.at(-1)?.content;
    expect(results).toMatchObject([
      { output: { type: 'json', value: { paid: 5 } } },
      { output: { type: 'text', value: expect.stringMatching(/pass again: true\.\n\n\{"paid":5\}$/) } },
    ]);
  });

  test('is another one with again: true, with other arguments, or if the first has not asked', async () => {
    const { say } = open([
      pay({ amount: 5 }),
      pay({ amount: 5, again: true }),
      pay({ amount: 6 }),
      pay({ amount: 0 }),
      pay({ amount: 0 }),
      { tool: 'quick', input: { n: 1 } },
      { tool: 'quick', input: { n: 1 } },
    ]);
    const lines = await say('go');
    expect(waiting(lines).map(({ message }) => message)).toEqual(['Pay 5?', 'Pay 5?', 'Pay 6?']);
    expect(eventsOf(lines, 'tool_result')).toHaveLength(4);
  });

  test('shares also how it ended: failed, or aborted, by either of its ids', async () => {
    const declined = open([pay({ amount: 5 }), pay({ amount: 5 }), pay({ amount: 5 })]);
    const first = await declined.say('go');
    const after = await declined.post({ conversationId: idOf(first), ...toAnswer(first, DECLINE) });
    expect(eventsOf(after, 'tool_error').map(({ error }) => error)).toEqual([
      'Error: Not paid.',
      expect.stringMatching(/^Error: Not paid\. The same call was made before it/),
      expect.stringMatching(/^Error: Not paid\. The same call was made before it/),
    ]);

    const aborted = open([pay({ amount: 5 }), pay({ amount: 5 })]);
    const begun = await aborted.say('go');
    const calls = firstOf(begun, 'tool_calls').calls;
    const pluginAbort = { sessionId: calls[1]?.callId, reason: 'no' };
    const ended = await aborted.post({ conversationId: idOf(begun), pluginAbort });
    expect(eventsOf(ended, 'tool_error')).toHaveLength(2);
    expect(aborted.paid).toEqual([]);
    expect(textOf(ended)).toBe('Done.');
  });

  test('is that one in the next process, too', async () => {
    const one = open([pay({ amount: 5 }), pay({ amount: 5 })]);
    const first = await one.say('go');
    await one.close();
    const paid: number[] = [];
    const two = openChat(['Done.'], { tools: [createPay(paid)], store: one.store });
    const lines = await two.post({ conversationId: idOf(first), ...toAnswer(first, YES) });
    expect(waiting(lines)).toEqual([]);
    expect(eventsOf(lines, 'tool_result')).toHaveLength(2);
    expect(paid).toEqual([5]);
  });

  test('ends with everything else that is stopped', async () => {
    const { say, send, json } = open([pay({ amount: 5 }), pay({ amount: 5 })]);
    const id = idOf(await say('go'));
    await send('POST', `/${id}/abort`, { reason: 'enough' });
    const [, { toolCalls }] = (await json(`/${id}`)).messages;
    expect(toolCalls).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    expect(textOf(await say('Hi', id))).toBe('Done.');
  });
});
