import { describe, expect, test } from 'vitest';
import {
  type ChatEvent,
  type ChatHistory,
  type ChatIndex,
  chatEventSchema,
  chatHistorySchema,
  chatIndexSchema,
} from './chat-stream.ts';
import { readChatError, readChatHistory, readChatIndex, readChatLine } from './read-chat.ts';

const model = { name: 'm', scripted: true };
const at = { sessionId: 'call', callId: 'call', toolName: 'tool' };
const question = { ...at, elicitId: 'q', key: 'q', seq: 1, message: 'Which?', schema: {}, context: {} };

/** One of each. */
const EVENTS: { [T in ChatEvent['type']]: Extract<ChatEvent, { type: T }> } = {
  session_info: { type: 'session_info', conversationId: 'c', status: 'idle', model },
  user_message: { type: 'user_message', messageId: 'm', text: 'hello' },
  text: { type: 'text', messageId: 'm', text: 'hello' },
  thinking: { type: 'thinking', messageId: 'm', text: 'hm' },
  message_dropped: { type: 'message_dropped', messageId: 'm' },
  tool_calls: { type: 'tool_calls', messageId: 'm', calls: [{ callId: 'c', toolName: 't', input: {} }] },
  plugin_session_status: { type: 'plugin_session_status', ...at, status: 'running', message: 'on it' },
  plugin_elicit_request: { type: 'plugin_elicit_request', ...question },
  plugin_elicit_response: {
    type: 'plugin_elicit_response',
    sessionId: 'call',
    callId: 'call',
    elicitId: 'q',
    result: { action: 'accept', content: {} },
  },
  tool_result: { type: 'tool_result', callId: 'call', toolName: 'tool', result: null },
  tool_error: { type: 'tool_error', callId: 'call', toolName: 'tool', error: 'no' },
  plugin_session_error: {
    type: 'plugin_session_error',
    sessionId: 'call',
    callId: 'call',
    error: 'INTERNAL_ERROR',
    message: 'no',
  },
  conversation_state: { type: 'conversation_state', status: 'awaiting_elicit', waiting: [] },
  complete: { type: 'complete', text: 'done', usage: {} },
  error: { type: 'error', message: 'no', recoverable: true },
  aborted: { type: 'aborted', reason: 'stopped' },
};
const HISTORY: ChatHistory = {
  conversationId: 'c',
  title: 'hello',
  model,
  lsn: 7,
  status: 'idle',
  messages: [
    {
      id: 'm',
      role: 'assistant',
      text: 'hello',
      toolCalls: [
        {
          callId: 'call',
          toolName: 'tool',
          input: {},
          status: 'completed',
          elicitations: [{ ...question, status: 'responded', response: { action: 'decline' } }],
        },
      ],
    },
  ],
};
const INDEX: ChatIndex = {
  model,
  models: ['m'],
  tools: [{ name: 'tool', description: 'A tool.' }],
  conversations: [{ conversationId: 'c', title: 'hello', createdAt: 'then', updatedAt: 'now' }],
};

const refuses = (read: () => unknown) => expect(read).toThrow('does not understand');

/** Copies of a value with one part replaced, each part once. */
function* spoiled(value: unknown, bad: unknown): Generator<unknown> {
  yield bad;
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value))
    for (const worse of spoiled(part, bad))
      yield Array.isArray(value)
        ? value.map((item, at) => (String(at) === key ? worse : item))
        : { ...value, [key]: worse };
}

describe.each(Object.values(EVENTS))('$type', (event) => {
  test('is read as the schema describes it', () => {
    expect(chatEventSchema.parse(event)).toEqual(event);
    expect(readChatLine({ lsn: 1, event })).toEqual({ lsn: 1, event });
  });

  test('a line is read, left out or refused, whatever is in it, and what is refused is not valid', () => {
    for (const bad of [null, 5, 'x', [], {}])
      for (const wrong of spoiled(event, bad)) {
        const isValid = chatEventSchema.safeParse(wrong).success;
        const read = () => readChatLine({ lsn: 1, event: wrong });
        if (isValid) expect(read()).toBeDefined();
        else expect(() => ignore(read)).not.toThrow(TypeError);
      }
  });
});

function ignore(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error as Error).message.includes('does not understand')) throw error;
  }
}

test('what the page works with is refused where it is of another type', () => {
  for (const event of [
    { ...EVENTS.text, text: 5 },
    { ...EVENTS.tool_calls, calls: {} },
    { ...EVENTS.tool_calls, calls: [null] },
    { ...EVENTS.plugin_elicit_request, schema: [] },
    { ...EVENTS.session_info, model: null },
    { ...EVENTS.error, message: {} },
  ])
    refuses(() => readChatLine({ lsn: 1, event }));
  for (const line of [null, [], {}, { lsn: '1', event: EVENTS.text }, { lsn: 1, event: null }])
    refuses(() => readChatLine(line));
});

test('an event of a newer server is left out', () => {
  for (const type of ['new_event', 'toString', 5])
    expect(readChatLine({ lsn: 1, event: { type } })).toBeUndefined();
});

test('of a refusal whatever can be read is read', () => {
  expect(readChatError({ error: 'No.', code: 'x', fields: { a: 'not this' } })).toEqual({
    error: 'No.',
    fields: { a: 'not this' },
  });
  for (const other of [undefined, null, 'Bad gateway', [], { error: {}, fields: [] }, { fields: { a: 5 } }])
    expect(readChatError(other)).toEqual({});
});

test('histories and indexes are read as the schemas describe them, or refused', () => {
  expect(readChatHistory(chatHistorySchema.parse(HISTORY))).toEqual(HISTORY);
  expect(readChatIndex(chatIndexSchema.parse(INDEX))).toEqual(INDEX);
  for (const bad of [null, 5, {}]) {
    refuses(() => readChatHistory(bad));
    refuses(() => readChatHistory({ ...HISTORY, messages: [bad] }));
    refuses(() => readChatHistory({ ...HISTORY, messages: [{ ...HISTORY.messages[0], toolCalls: [bad] }] }));
    refuses(() => readChatIndex({ ...INDEX, conversations: [bad] }));
    for (const wrong of spoiled(HISTORY, bad))
      if (chatHistorySchema.safeParse(wrong).success) expect(readChatHistory(wrong)).toBe(wrong);
    for (const wrong of spoiled(INDEX, bad))
      if (chatIndexSchema.safeParse(wrong).success) expect(readChatIndex(wrong)).toBe(wrong);
  }
});
