import { TandemError } from '../../../errors.ts';
import type { App } from '../../app/app.ts';
import { describeAgentFailure } from '../../app/call-agent.ts';
import type { Shims } from '../components/make-shims.ts';
import type { InFlight } from '../in-flight.ts';
import type { Recorder } from '../recorder.ts';
import { registerUploads } from './chat-files.ts';
import { type ChatRecord, newChatRecord } from './chat-record.ts';
import type { Chats } from './draw-chat.ts';
import { createLiveChat, type LiveChat } from './live-chat.ts';
import { chatOf, noteChat, type OpenChat } from './open-chat.ts';
import { registerUpdatePageState } from './update-page-state.ts';

/** Less than an action waits in total, so that the chat itself reports what is missing. */
const WAIT_MS = 9_000;
/** A person's page shows the reply as it arrives. */
const PERSON_WAIT_MS = 1_000;

interface Parts {
  app: App;
  user: Record<string, unknown> | null;
  recorder: Recorder;
  inFlight: InFlight;
  /** Whether a person is acting. */
  isPerson(): boolean;
}

/** The chats with the app's own agents on a session's pages. */
export function createChats({ app, user, recorder, inFlight, isPerson }: Parts): Chats {
  const live = new WeakMap<ChatRecord, LiveChat>();
  return {
    draw(block, { ui, pageId, fire }) {
      ui.chats[block.blockId] ??= newChatRecord(block);
      const record = ui.chats[block.blockId] as ChatRecord;
      const known = live.get(record);
      const chat = known ?? createLiveChat(record, block, worldOf(record));
      live.set(record, chat);
      if (chatOf(block) !== chat) {
        noteChat(block, chat);
        registerUpdatePageState(block);
        registerUploads(block);
        for (const [name, method] of Object.entries(methodsOf(chat))) block.registerMethod(name, method);
      }
      chat.draw(block);

      function worldOf(own: ChatRecord) {
        const { blockId } = block;
        return {
          pageId,
          isMounted: () => ui.chats[blockId] === own,
          callAgent,
          describe: (error: Error) =>
            error instanceof TandemError ? error.message : describeAgentFailure(own.agent.agentId, error),
          onFault: (error: unknown) => app.log.debug('chat', String(error)),
          fire: (name: string, event: object) => fire(block, name, event),
          onWait: (ended: Promise<void>) =>
            void inFlight.track(`the answer of "${blockId}"`, () => waitFor(ended, blockId)),
        };
      }
    },
  };

  async function callAgent(call: object) {
    const work = app.packages.api.callAgent;
    if (!work) throw new TandemError('unsupported', 'This version of Lowdefy has no agents.');
    return work(app.createApiContext(user), call);
  }

  async function waitFor(ended: Promise<void>, blockId: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const isSeen = isPerson();
    const late = new Promise<void>((resolve) => {
      const goOn = () => {
        if (!isSeen)
          recorder.warn(`"${blockId}" is still answering. To wait for the rest, trigger its event "wait".`);
        resolve();
      };
      timer = setTimeout(goOn, isSeen ? PERSON_WAIT_MS : WAIT_MS);
    });
    await Promise.race([ended, late]);
    clearTimeout(timer);
  }
}

type Given = {
  text?: string;
  messageId?: string;
  messages?: OpenChat['record']['messages'];
  metadata?: unknown;
};

/** What the component allows the app's own actions to do; none of it calls `onBeforeSend`. */
function methodsOf(chat: OpenChat): Shims {
  return {
    regenerate: (args?: Given) => chat.regenerate(args?.messageId),
    setMessages: (args?: Given) => chat.setMessages(args?.messages ?? []),
    sendMessage: ({ text, metadata }: Given = {}) => {
      if (text) chat.send({ text, ...(metadata ? { metadata } : {}) });
    },
    clearMessages: () => chat.setMessages([]),
    deleteMessage: (args?: Given) => {
      if (args?.messageId)
        chat.setMessages(chat.record.messages.filter((message) => message.id !== args.messageId));
    },
    stop: () => chat.stop(),
    clearError: () => chat.clearError(),
    scrollToBottom: () => {},
  };
}
