import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpAgent } from '@ag-ui/client';
import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from 'ai';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { UiData, UiMetadata } from '../../../src/chat/index.ts';
import { toNodeListener } from '../../../src/chat/to-node-listener.ts';
import { FLIGHT, SEAT } from '../../fixtures/booking-tool.ts';
import { asker } from '../../fixtures/chat-tools.ts';
import { BOOK, openChat } from '../../fixtures/open-chat.ts';

/* The real clients of other protocols against our chat on a port. */

const headers = { 'x-user': 'ann' };

async function listen(...args: Parameters<typeof openChat>) {
  const chat = openChat(...args);
  const server = createServer(toNodeListener(chat.handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { ...chat, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat` };
}

describe('AG-UI’s HttpAgent', () => {
  const open = async (...args: Parameters<typeof openChat>) => {
    const { url, ...chat } = await listen(...args);
    const agent = new HttpAgent({ url: `${url}?format=ag-ui`, headers, threadId: 'a thread of mine' });
    const say = (content: string) => {
      agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
      return agent.runAgent();
    };
    const resume = (payload: unknown) =>
      agent.runAgent({
        resume: agent.pendingInterrupts.map(({ id }) => ({
          interruptId: id,
          status: 'resolved' as const,
          payload,
        })),
      });
    return { ...chat, url, agent, say, resume };
  };

  test('runs, is interrupted by questions, resumes with answers, finishes, and continues the chat', async () => {
    const { agent, say, resume, json, done } = await open([BOOK, 'go early', 'Booked.', 'Bye.']);
    await say('Book a flight');
    expect(agent.pendingInterrupts).toMatchObject([
      {
        reason: 'elicitation',
        message: 'Which flight?',
        responseSchema: { properties: { flightId: { type: 'string' } } },
        metadata: { toolName: 'booking', key: 'pickFlight', context: { flights: ['search NYC', 'B2'] } },
      },
    ]);
    await resume(FLIGHT.content);
    expect(agent.pendingInterrupts).toMatchObject([{ message: 'Which seat?' }]);
    // Our own answer format works as well.
    await resume(SEAT);
    expect(agent.pendingInterrupts).toEqual([]);
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(agent.messages[1]).toMatchObject({ toolCalls: [{ function: { name: 'booking' } }] });
    expect(JSON.parse(String(agent.messages[2]?.content))).toMatchObject({ seat: '12A' });
    expect(agent.messages[3]).toMatchObject({ content: 'Booked.' });
    await say('Thanks');
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Bye.' });
    expect(done.filter((line) => line === 'book')).toHaveLength(1);
    // All of it is one conversation, also known by the thread's id.
    const { conversations } = await json('');
    expect(conversations).toHaveLength(1);
    const history = await json(`/${encodeURIComponent('a thread of mine')}`);
    expect(history).toMatchObject({ conversationId: conversations[0].conversationId, status: 'idle' });
    expect(history.messages).toHaveLength(5);
  });

  test('declines and cancels; an invalid answer leaves the interrupt open', async () => {
    const { agent, say, resume } = await open(
      [
        [
          { tool: 'one', input: {} },
          { tool: 'two', input: {} },
        ],
        'So.',
      ],
      { tools: [asker('one'), asker('two')] },
    );
    await say('go');
    expect(agent.pendingInterrupts).toHaveLength(2);
    // The agent says so on the console as well.
    vi.spyOn(console, 'error').mockImplementationOnce(() => {});
    await expect(resume({ a: 'x' })).rejects.toThrow('at least two letters');
    expect(agent.pendingInterrupts).toHaveLength(2);
    const [one, two] = agent.pendingInterrupts;
    await agent.runAgent({
      resume: [
        { interruptId: one?.id ?? '', status: 'resolved', payload: { action: 'decline' } },
        { interruptId: two?.id ?? '', status: 'cancelled' },
      ],
    });
    const results = agent.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results.sort()).toEqual(['cancel', 'decline']);
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'So.' });
  });

  test('an answer given elsewhere, and sent again, is a run that finishes', async () => {
    const { agent, say, resume, send } = await open([{ tool: 'one', input: {} }, 'So.'], {
      tools: [asker('one')],
    });
    await say('go');
    const [{ id } = { id: '' }] = agent.pendingInterrupts;
    const result = { action: 'accept', content: { a: 'yes' } };
    const path = `/${encodeURIComponent(agent.threadId)}`;
    expect((await send('POST', `${path}/asks/${id}`, result)).status).toBe(200);
    await (await send('GET', `${path}/stream`)).text();
    await resume(result.content);
    expect(agent.pendingInterrupts).toEqual([]);
  });

  test('an error of the provider is an error of the run; running again retries', async () => {
    let isAway = true;
    const { agent, say } = await open(() => {
      if (isAway) throw new Error('away');
      return 'Here I am.';
    });
    const errors: string[] = [];
    agent.subscribe({ onRunErrorEvent: ({ event }) => void errors.push(event.message) });
    await say('Are you there?');
    expect(errors).toEqual([expect.stringContaining('The model call failed')]);
    isAway = false;
    await agent.runAgent();
    expect(agent.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Are you there?',
      'assistant: Here I am.',
    ]);
  });
});

describe('the AI SDK’s chat', () => {
  type OurMessage = UIMessage<UiMetadata, UiData>;

  /** What its React and Vue parts are: the SDK's own logic over a place to keep messages. */
  class Chat extends AbstractChat<OurMessage> {
    constructor(url: string, id: string) {
      const state: ChatState<OurMessage> = {
        status: 'ready',
        error: undefined,
        messages: [],
        pushMessage: (message) => void state.messages.push(message),
        popMessage: () => void state.messages.pop(),
        replaceMessage: (index, message) => void state.messages.splice(index, 1, message),
        snapshot: (thing) => structuredClone(thing),
      };
      const transport = new DefaultChatTransport<OurMessage>({
        api: `${url}?format=ui-message-stream`,
        headers,
      });
      super({ id, transport, state });
    }

    get ask() {
      return this.messages
        .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'data-tandem-ask' ? [part.data] : [])))
        .findLast(({ status }) => status === 'pending');
    }

    async answer(result: unknown): Promise<void> {
      const { sessionId, callId, elicitId } = this.ask ?? {};
      const pluginElicitResponses = [{ sessionId, callId, elicitId, result }];
      await this.sendMessage(undefined, { body: { pluginElicitResponses } });
    }
  }

  test('sends, shows questions, answers them, gets the result, and continues the chat', async () => {
    const { url, json, done, model } = await listen([BOOK, 'go early', 'Booked.', 'Bye.']);
    const chat = new Chat(url, 'my chat');
    await chat.sendMessage({ text: 'Book a flight' });
    expect([chat.status, chat.error]).toEqual(['ready', undefined]);
    expect(chat.ask).toMatchObject({ key: 'pickFlight', message: 'Which flight?' });
    await chat.answer(FLIGHT);
    expect(chat.ask).toMatchObject({ key: 'pickSeat' });
    await chat.answer(SEAT);
    expect(chat.ask).toBeUndefined();
    const [, booked] = chat.messages;
    expect(chat.messages).toHaveLength(2);
    expect(booked?.parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
      toolName: 'booking',
      state: 'output-available',
      output: { seat: '12A' },
    });
    expect(booked?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Booked.' });
    await chat.sendMessage({ text: 'Thanks' });
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Bye.' });
    expect(done.filter((line) => line === 'book')).toHaveLength(1);
    expect((await json('')).conversations).toHaveLength(1);
    // The front end's idea of the history is not what the model receives.
    const roles = model.prompts.at(-1)?.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  });

  test('an invalid answer is an error, and the question stays open', async () => {
    const { url } = await listen([{ tool: 'one', input: {} }, 'So.'], { tools: [asker('one')] });
    const chat = new Chat(url, 'my chat');
    await chat.sendMessage({ text: 'go' });
    await chat.answer({ action: 'accept', content: { a: 'x' } });
    expect(chat.status).toBe('error');
    expect(JSON.parse(chat.error?.message ?? '')).toMatchObject({ fields: { a: 'at least two letters' } });
    expect(chat.ask).toMatchObject({ key: 'q' });
    await chat.answer({ action: 'decline' });
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: 'text', text: 'So.' });
  });

  test('two simultaneous first messages of one chat start one conversation; another user’s may have the same name', async () => {
    const { url, json, send } = await listen(() => 'Hello.');
    const body = {
      id: 'my chat',
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    };
    const first = () => send('POST', '?format=ui-message-stream', body).then((response) => response.text());
    await Promise.allSettled([first(), first()]);
    expect((await json('')).conversations).toHaveLength(1);
    const other = await fetch(`${url}?format=ui-message-stream`, {
      method: 'POST',
      headers: { 'x-user': 'ben', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await other.text();
    expect((await json('')).conversations).toHaveLength(1);
    const bens = await fetch(`${url}/my chat`, { headers: { 'x-user': 'ben' } });
    expect((await bens.json()).messages).toHaveLength(2);
  });
});
