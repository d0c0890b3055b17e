import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWERS } from '../../../../test/fixtures/agents/answers.ts';
import type { App } from '../../app/app.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { InFlight } from '../in-flight.ts';
import { Recorder } from '../recorder.ts';
import { newUiState } from '../ui-state.ts';
import { createChats } from './chats.ts';
import { chatOf } from './open-chat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open(body: ReadableStream<Uint8Array>, isPerson = false) {
  const app = {
    packages: { api: { callAgent: async () => ({ response: new Response(body) }) } },
    createApiContext: () => ({}),
    log: { debug() {} },
  } as unknown as App;
  const methods: Record<string, (args?: object) => void> = {};
  const block = {
    blockId: 'chat',
    eval: { properties: { agentId: 'helper' } },
    registerMethod: (name: string, method: () => void) => {
      methods[name] = method;
    },
    triggerEvent: () => ({ success: true, responses: {} }),
  } as unknown as EngineBlock;
  const [recorder, inFlight, ui] = [new Recorder(), new InFlight(), newUiState()];
  recorder.begin({ action: 'triggerEvent' });
  const chats = createChats({ app, user: null, recorder, inFlight, isPerson: () => isPerson });
  chats.draw(block, { ui, pageId: 'home', fire: () => {} });
  const chat = chatOf(block);
  if (!chat) throw new Error('no chat');
  return { chat, methods, ui, inFlight, warnings: () => recorder.end().warnings };
}

const endless = () => new ReadableStream<Uint8Array>({ start() {} });

test('a reply that does not end delays one action for a while, and no later one', async () => {
  const { chat, inFlight, warnings } = open(endless());
  chat.send({ text: 'Hi' });
  const settled = inFlight.settle(60_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await settled).toEqual([]);
  expect(warnings()).toEqual(['"chat" is still answering. To wait for the rest, trigger its event "wait".']);
  expect(await inFlight.settle(1)).toEqual([]);
  chat.wait();
  const again = inFlight.settle(60_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await again).toEqual([]);
});

test('a person sees the reply as it arrives and does not have to wait', async () => {
  const { chat, inFlight, warnings } = open(endless(), true);
  chat.send({ text: 'Hi' });
  const settled = inFlight.settle(60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await settled).toEqual([]);
  expect(warnings()).toBeUndefined();
});

test('a reply that stalls for long is abandoned, with the reason', async () => {
  const { chat } = open(endless());
  chat.send({ text: 'Hi' });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await vi.waitFor(() => expect(chat.record.status).toBe('error'), 60_000);
  expect(chat.record.error).toBe('Agent "helper" has sent nothing for 5 minutes.');
});

test("the app's actions send, clear and replace messages through the component's methods", async () => {
  const { chat, methods, ui } = open(new Response(ANSWERS.hello).body ?? endless());
  methods.sendMessage?.({});
  expect(chat.record.messages).toEqual([]);
  methods.sendMessage?.({ text: 'Hi' });
  const answered = { status: 'ready', messages: [{ role: 'user' }, { role: 'assistant' }] };
  await vi.waitFor(() => expect(ui.chats.chat).toMatchObject(answered), 60_000);
  methods.deleteMessage?.({ messageId: 'm-hello' });
  expect(chat.record.messages).toHaveLength(1);
  methods.setMessages?.({ messages: [{ id: 'a', role: 'user', parts: [] }] });
  expect(chat.record.messages[0]?.id).toBe('a');
  methods.clearMessages?.();
  expect(chat.record.messages).toEqual([]);
  expect(Object.keys(methods).sort()).toEqual(
    [
      'regenerate',
      'setMessages',
      'sendMessage',
      'clearMessages',
      'deleteMessage',
      'stop',
      'clearError',
      'scrollToBottom',
    ].sort(),
  );
});
