import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ANSWERS, type AnswerName } from '../../../../test/fixtures/agents/answers.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { newChatRecord } from './chat-record.ts';
import { createLiveChat, type LiveChat } from './live-chat.ts';

let events: { name: string; event: Record<string, unknown> }[];
let calls: Record<string, unknown>[];
let next: (AnswerName | Response | Error)[];
let ended: Promise<void> | undefined;
let isMounted: boolean;
let properties: Record<string, unknown>;
let block: EngineBlock;
let chat: LiveChat;

const names = () => events.map(({ name }) => name);
const texts = () =>
  chat.record.messages.map(({ role, parts }) => [
    role,
    ...parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  ]);

function open(record = newChatRecord(block)): LiveChat {
  return createLiveChat(record, block, {
    pageId: 'home',
    isMounted: () => isMounted,
    async callAgent(call) {
      calls.push(call as Record<string, unknown>);
      const answer = next.shift();
      if (answer instanceof Error) throw answer;
      return { response: answer instanceof Response ? answer : new Response(ANSWERS[answer ?? 'hello']) };
    },
    describe: (error) => `Failed: ${error.message}`,
    fire: (name, event) => void events.push({ name, event: event as Record<string, unknown> }),
    onWait: (promise) => {
      ended = promise;
    },
    onFault: (error) => {
      throw error;
    },
  });
}

async function send(text: string, ...answers: typeof next): Promise<void> {
  next.push(...answers);
  chat.send({ text });
  await setImmediate();
  await ended;
}

beforeEach(() => {
  [events, calls, next, ended, isMounted] = [[], [], [], undefined, true];
  properties = {
    agentId: 'helper',
    conversationId: 'one',
    urlQuery: { id: 7 },
    sharedState: { note: 'start' },
  };
  block = {
    blockId: 'chat',
    eval: { properties },
    triggerEvent: ({ name, event }: { name: string; event: Record<string, unknown> }) => {
      events.push({ name, event });
      return { success: true, responses: {} };
    },
  } as unknown as EngineBlock;
  chat = open();
});

describe('a message', () => {
  test('is sent to the agent like the component sends it, and the reply is collected', async () => {
    await send('Hi', 'hello');
    expect(calls).toEqual([
      {
        agentId: 'helper',
        pageId: 'home',
        conversationId: 'one',
        urlQuery: { id: 7 },
        sharedState: { note: 'start' },
        messages: [expect.objectContaining({ role: 'user', parts: [{ type: 'text', text: 'Hi' }] })],
      },
    ]);
    expect(texts()).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello to you.'],
    ]);
    expect(chat.record.status).toBe('ready');
  });

  test("the app is notified once of what is new, with the component's payloads", async () => {
    await send('Add a lamp', 'add');
    expect(names().sort()).toEqual(
      [
        'onUserMessage',
        'onDataPart',
        'onDataPart',
        'onToolCall',
        'onToolResult',
        'onTitleGenerated',
        'onMessageComplete',
      ].sort(),
    );
    const told = Object.fromEntries(events.map(({ name, event }) => [name, event]));
    expect(told.onUserMessage).toMatchObject({ role: 'user', content: 'Add a lamp' });
    expect(told.onToolCall).toMatchObject({ toolName: 'add_item', toolCallId: 'c1' });
    expect(told.onToolResult).toMatchObject({ output: { ok: true, name: 'Lamp' }, error: false });
    expect(told.onTitleGenerated).toEqual({ title: 'A chat' });
    expect(told.onMessageComplete).toMatchObject({
      role: 'assistant',
      content: 'It is added.',
      messageId: 'm-add',
      finishReason: 'stop',
      isAbort: false,
    });
    events.length = 0;
    await send('Hi', 'hello');
    expect(names()).not.toContain('onToolCall');
  });

  test('a failed tool is reported as failed', async () => {
    await send('Try', 'broken');
    expect(events.find(({ name }) => name === 'onToolResult')?.event).toMatchObject({ error: true });
  });

  test('is not reported once the component is gone', async () => {
    next.push('add');
    chat.send({ text: 'Add' });
    isMounted = false;
    await setImmediate();
    await ended;
    expect(names()).toEqual(['onDataPart', 'onDataPart']);
  });
});

describe('what a tool asks', () => {
  test('waits for an answer, then continues in the same message', async () => {
    await send('Delete it', 'delete');
    const [, answer] = chat.record.messages;
    expect(answer?.parts.find(({ type }) => type === 'tool-delete_item')).toMatchObject({
      state: 'approval-requested',
      input: { id: 7 },
      approval: { id: 'approve-c3' },
    });
    expect(calls).toHaveLength(1);
    next.push('approved');
    await chat.respond('approve-c3', true);
    await setImmediate();
    await ended;
    expect(JSON.stringify(calls[1]?.messages)).toContain('"approval":{"id":"approve-c3","approved":true}');
    expect(texts()).toEqual([
      ['user', 'Delete it'],
      ['assistant', 'It is gone.'],
    ]);
  });

  test('can be rejected', async () => {
    await send('Delete it', 'delete');
    next.push('rejected');
    await chat.respond('approve-c3', false);
    await setImmediate();
    await ended;
    const [, answer] = chat.record.messages;
    expect(answer?.parts.find(({ type }) => type === 'tool-delete_item')).toMatchObject({
      state: 'output-denied',
    });
  });
});

test('regenerating a reply does not count as a new message', async () => {
  // Far enough apart that each change is noticed.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  chat = open();
  await send('Hi', 'hello');
  events.length = 0;
  next.push('hello');
  chat.regenerate();
  await setImmediate();
  await ended;
  expect(names()).not.toContain('onUserMessage');
  expect(names()).toContain('onMessageComplete');
  vi.restoreAllMocks();
});

test('the agent writes only the shared part of the state', async () => {
  await send('Note it', 'note', 'noted');
  expect(events.find(({ name }) => name === '__updatePageState')?.event).toEqual({ note: 'from the agent' });
  expect(calls).toHaveLength(2);
  expect(JSON.stringify(calls[1]?.messages)).toContain('"written":["note"],"ignored":["other"]');
  expect(texts().at(-1)).toEqual(['assistant', 'It is noted.']);
});

describe('a failure', () => {
  test('in the stream is worded for agents, and reported to the app', async () => {
    await send('Hi', 'refused');
    expect(chat.record).toMatchObject({
      status: 'error',
      error: 'Failed: Incorrect API key provided: hush-hush.',
    });
    expect(events.find(({ name }) => name === 'onError')?.event).toEqual({
      message: 'Incorrect API key provided: hush-hush.',
    });
    expect(names()).not.toContain('onMessageComplete');
  });

  test('before the stream is handled too, and the next message can be sent', async () => {
    await send('Hi', new Error('no agent'));
    expect(chat.record).toMatchObject({ status: 'error', error: 'Failed: no agent' });
    await send('Again', 'hello');
    expect(chat.record.status).toBe('ready');
    expect(chat.record.error).toBeUndefined();
  });
});

test("after a stop, what has arrived is kept, and the server's stream is read to its end", async () => {
  let isRead = false;
  const pieces = ANSWERS.hello.split('\n\n').map((line) => new TextEncoder().encode(`${line}\n\n`));
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (pieces.length === 9) await held;
        const piece = pieces.shift();
        if (piece) return controller.enqueue(piece);
        isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  next.push(new Response(body));
  chat.send({ text: 'Hi' });
  while (texts()[1]?.[1] === undefined) await setImmediate();
  expect(chat.record.status).toBe('streaming');
  chat.stop();
  await ended;
  expect(chat.record.status).toBe('ready');
  expect(events.find(({ name }) => name === 'onMessageComplete')?.event).toMatchObject({ isAbort: true });
  go();
  while (!isRead) await setImmediate();
  expect(texts()[1]).toEqual(['assistant', 'Hello ']);
});

describe('the properties', () => {
  test('another conversation begins empty, and still asks as the first did', async () => {
    await send('Hi', 'hello');
    properties.conversationId = 'two';
    chat.draw(block);
    expect(chat.record.messages).toEqual([]);
    await send('Hi again', 'hello');
    expect(calls[1]).toMatchObject({ conversationId: 'one' });
  });

  test('messages from the app replace the current ones if they differ', async () => {
    const given = [{ id: 'a', role: 'user', parts: [{ type: 'text', text: 'Earlier' }] }];
    properties.messages = given;
    chat.draw(block);
    expect(texts()).toEqual([['user', 'Earlier']]);
    await send('Hi', 'hello');
    properties.messages = structuredClone(given);
    chat.draw(block);
    expect(chat.record.messages).toHaveLength(3);
    properties.messages = null;
    chat.draw(block);
    expect(chat.record.messages).toEqual([]);
  });
});

test('a reply that was interrupted by the end of the process is reported as interrupted', () => {
  const record = { ...newChatRecord(block), status: 'streaming' as const };
  expect(open(record).record).toMatchObject({ status: 'error', error: 'The answer was interrupted.' });
});
