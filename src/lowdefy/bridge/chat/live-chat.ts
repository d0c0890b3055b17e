import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { createThrottle } from '../../../lib/throttle.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { toAnswerStream } from './answer-stream.ts';
import { type ChatRecord, chatPropertiesOf, isAnswering, listOf } from './chat-record.ts';
import type { OpenChat } from './open-chat.ts';
import { toChatState } from './record-state.ts';
import { type Finish, tellApp, tellComplete } from './tell-app.ts';
import { sharedStateOf, updatePageState } from './update-page-state.ts';

/** How often the component checks what has arrived. */
const DRAW_MS = 50;

/** What a chat needs from the page around it. */
export interface ChatWorld {
  pageId: string;
  /** Whether it is still on the screen. */
  isMounted(): boolean;
  /** Calls the app's own agent, as the component does over HTTP. */
  callAgent(call: object): Promise<{ response: Response }>;
  /** Why a reply failed, in one sentence for agents. */
  describe(error: Error): string;
  /** Triggers an event that nobody awaits. */
  fire(name: string, event: object): void;
  /** The page is not idle until this has ended, or for a while. */
  onWait(ended: Promise<void>): void;
  /** Errors of what nobody awaits: messages that are missing. */
  onFault(error: unknown): void;
}

export interface LiveChat extends OpenChat {
  /** The properties may have changed. */
  draw(block: EngineBlock): void;
}

class Client extends AbstractChat<UIMessage> {}

/**
 * The component AgentChat without its UI: the AI SDK's own client, set up as the component does, on a record that is
 * saved with the session.
 */
export function createLiveChat(record: ChatRecord, given: EngineBlock, world: ChatWorld): LiveChat {
  const { agentId, conversationId, urlQuery } = record.agent;
  let block = given;
  let finish: Finish | undefined;
  let ended: { promise: Promise<void>; resolve(): void } | undefined;
  // A reply that was in progress when the engine ended is over.
  if (isAnswering(record)) Object.assign(record, { status: 'error', error: 'The answer was interrupted.' });
  let lastStatus = record.status;
  let lastMessages = record.messages;
  const looking = createThrottle(DRAW_MS, () => queueMicrotask(look));

  const client: Client = new Client({
    state: toChatState(record, {
      messages: looking.request,
      status: onStatus,
      reasonOf: world.describe,
    }),
    transport: new DefaultChatTransport({
      body: () => {
        const sharedState = sharedStateOf(block);
        return { ...(urlQuery ? { urlQuery } : {}), ...(sharedState && { sharedState }) };
      },
      fetch: async (_address, init) => {
        const sent = JSON.parse(String(init?.body));
        const { messages, urlQuery: query, sharedState } = sent;
        const { response } = await world.callAgent({
          agentId,
          pageId: world.pageId,
          messages,
          conversationId,
          urlQuery: query,
          sharedState,
        });
        const { body } = response;
        return new Response(body && toAnswerStream(body, agentId, init?.signal));
      },
    }),
    sendAutomaticallyWhen: (options) =>
      lastAssistantMessageIsCompleteWithToolCalls(options) ||
      lastAssistantMessageIsCompleteWithApprovalResponses(options),
    async onToolCall({ toolCall }) {
      const output = toolCall.dynamic ? undefined : await updatePageState(block, toolCall);
      // Not awaited: it waits for its own caller.
      if (output) void client.addToolOutput(output as Parameters<typeof client.addToolOutput>[0]);
    },
    onError: ({ message }) => world.fire('onError', { message }),
    onFinish({ finishReason, isAbort, isDisconnect }) {
      finish = { finishReason, isAbort, isDisconnect };
    },
    onData: ({ type, data, id }) => world.fire('onDataPart', { type, data, id }),
  });

  return {
    record,
    draw,
    send: (message) => void client.sendMessage(message).catch(world.onFault),
    regenerate: (messageId) =>
      void client.regenerate(messageId === undefined ? {} : { messageId }).catch(world.onFault),
    stop: () => void client.stop().catch(world.onFault),
    clearError: () => client.clearError(),
    setMessages,
    respond: (id, approved) => Promise.resolve(client.addToolApprovalResponse({ id, approved })),
    wait() {
      if (ended) world.onWait(ended.promise);
    },
  };

  function setMessages(messages: UIMessage[]): void {
    client.messages = messages;
  }

  function onStatus(): void {
    // Before whatever the client does next: it may send again at once.
    queueMicrotask(look);
    if (isAnswering(record)) {
      begin();
      return;
    }
    // Unless it sends again, which happens by then.
    setImmediate(() => {
      if (isAnswering(record)) return;
      looking.flush();
      ended?.resolve();
      ended = undefined;
    });
  }

  function begin(): void {
    if (ended) return;
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    ended = { promise, resolve };
    world.onWait(promise);
  }

  /** What React does after drawing: report to the app what is new. */
  function look(): void {
    if (!world.isMounted()) return;
    const isComplete = lastStatus === 'streaming' && record.status === 'ready';
    lastStatus = record.status;
    if (isComplete) tellComplete(record, finish, world.fire);
    if (isComplete) finish = undefined;
    if (record.messages !== lastMessages) tellApp(record, world.fire);
    lastMessages = record.messages;
  }

  /** Another conversation begins empty; messages from the app replace the current ones. */
  function draw(drawn: EngineBlock): void {
    block = drawn;
    const { conversationId: conversation, messages } = chatPropertiesOf(block);
    const { seen } = record;
    if (conversation !== seen.conversationId) {
      seen.conversationId = conversation;
      setMessages([]);
    }
    if (messages === undefined) return;
    const all = listOf(messages);
    const now = { count: all.length, lastId: all.at(-1)?.id ?? null };
    // Compared by number and last id, since operators recreate the same messages all the time.
    if (now.count === seen.count && now.lastId === seen.lastId) return;
    Object.assign(seen, now);
    setMessages(all);
  }
}
