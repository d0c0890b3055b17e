import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBookingTool, FLIGHT, SEAT } from '../../test/fixtures/booking-tool.ts';
import {
  createChatClient,
  eventsOf,
  firstOf,
  idOf,
  textOf,
  toAnswer,
} from '../../test/fixtures/chat-client.ts';
import { createScriptedModel, type Script } from '../ask/sampling/scripted-model.ts';
import { createLogger } from '../lib/logger.ts';
import type { SessionStore } from '../session/session-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { type ChatHandlerOptions, createChatHandler } from './create-chat-handler.ts';

const BOOK = { tool: 'booking', input: { from: 'NYC' } };

let store: SessionStore;
let done: string[];
let closers: (() => Promise<void>)[];

beforeEach(() => {
  store = createMemoryStore();
  done = [];
  closers = [];
});
afterEach(async () => {
  for (const close of closers) await close();
});

function openChat(script: Script, options: Partial<ChatHandlerOptions> = {}) {
  const model = createScriptedModel(script);
  const handler = createChatHandler({
    model,
    tools: [createBookingTool(done)],
    store,
    user: (request) => request.headers.get('x-user') ?? undefined,
    log: createLogger('silent'),
    ...options,
  });
  closers.push(() => handler.close());
  return { model, handler, ...createChatClient(handler) };
}

describe('a conversation', () => {
  test('is told in numbered lines, from who speaks to what it came to', async () => {
    const { say } = openChat(['Hello, how are you?']);
    const lines = await say('Hi');
    const types = lines.map(({ event }) => event.type);
    expect([types.slice(0, 2), types.at(-1)]).toEqual([['session_info', 'user_message'], 'complete']);
    expect(textOf(lines)).toBe('Hello, how are you?');
    const numbers = lines.map(({ lsn }) => lsn);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(firstOf(lines, 'session_info').model).toEqual({ name: 'scripted (no model)', scripted: true });
  });

  test('asks, is answered twice over requests, and the model goes on with the result', async () => {
    const { say, post, model } = openChat([BOOK, 'go early', 'Booked.']);
    const first = await say('Book me a flight');
    const conversationId = idOf(first);
    expect(firstOf(first, 'tool_calls').calls).toMatchObject([
      { toolName: 'booking', input: { from: 'NYC' } },
    ]);
    expect(firstOf(first, 'plugin_elicit_request')).toMatchObject({
      key: 'pickFlight',
      message: 'Which flight?',
      context: { flights: ['search NYC', 'B2'] },
    });
    expect(first.at(-1)?.event).toMatchObject({ type: 'conversation_state', status: 'awaiting_elicit' });

    const second = await post({ conversationId, ...toAnswer(first, FLIGHT) });
    expect(eventsOf(second, 'plugin_elicit_response')).toMatchObject([{ result: FLIGHT }]);
    expect(firstOf(second, 'plugin_elicit_request').key).toBe('pickSeat');

    const third = await post({ conversationId, ...toAnswer(second, SEAT) });
    expect(firstOf(third, 'tool_result').result).toMatchObject({ seat: '12A', tip: 'go early' });
    expect(textOf(third)).toBe('Booked.');
    expect(third.at(-1)?.event.type).toBe('complete');
    expect(done).toEqual(['search NYC', 'hold B2', 'meal', 'book']);
    expect(model.prompts.at(-1)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});
