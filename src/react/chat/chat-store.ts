import type { ChatModel, ChatTranscript, WireElicitResult } from '../../protocol/chat-stream.ts';
import { applyChatEvent, emptyTranscript } from '../../protocol/chat-transcript.ts';
import { UnreachableError } from '../ask/unreachable-error.ts';
import { type ChatClient, ChatRequestError } from './chat-client.ts';

/** The state of a conversation in the browser. */
export interface ChatState {
  /** Undefined until the first turn of a new conversation is accepted. */
  conversationId?: string | undefined;
  title?: string | undefined;
  model?: ChatModel | undefined;
  transcript: ChatTranscript;
  /** A turn that was written here and that the server has not confirmed yet. */
  unsent?: { id: string; text: string; fault?: string } | undefined;
  /** `away`: the connection is lost, and the store is reconnecting. `missing`: the conversation does not exist. */
  connection: 'new' | 'loading' | 'open' | 'away' | 'missing';
}

/** A conversation in the browser: its state, and what the person can do. */
export interface ChatStore {
  getState(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Send a turn; starts a conversation if there is none. Settles when the server has accepted or refused it. */
  send(text: string): Promise<void>;
  answer(elicitId: string, result: WireElicitResult): Promise<void>;
  /** Abort one call, or everything that is running. */
  abort(callId?: string): Promise<void>;
  /** After an error: continue where it stopped, or resend what was not accepted. */
  retry(): Promise<void>;
  /** Follow the conversation, until the returned function is called. */
  connect(): () => void;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;

/**
 * Follows a conversation outside of React. Use it with `useChatStore` if it must outlive its component.
 *
 * @example
 * ```ts
 * import { createChatClient, createChatStore } from 'tandem-mcp/react';
 *
 * const store = createChatStore(createChatClient());
 * const disconnect = store.connect();
 * store.subscribe(() => console.log(store.getState().transcript.messages));
 * await store.send('A carrot cake, please');
 * disconnect();
 * ```
 */
export function createChatStore(client: ChatClient, conversationId?: string): ChatStore {
  const listeners = new Set<() => void>();
  let state: ChatState = {
    conversationId,
    transcript: emptyTranscript,
    connection: conversationId === undefined ? 'new' : 'loading',
  };
  let lsn = conversationId === undefined ? 0 : -1;
  let users = 0;
  /** Called with the next thing that the server says. */
  const awaited: (() => void)[] = [];
  let leaving: AbortController | undefined;

  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const idOrThrow = () => {
    if (state.conversationId === undefined) throw new Error('There is no conversation yet.');
    return state.conversationId;
  };

  async function follow(id: string, signal: AbortSignal): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        if (lsn < 0) await load(id, signal);
        for await (const { lsn: number, event } of client.follow(id, lsn, signal)) {
          wait = FIRST_WAIT_MS;
          for (const heard of awaited.splice(0)) heard();
          if (event.type === 'session_info') {
            set({ connection: 'open', model: event.model });
            resend();
          } else if (number > lsn) {
            lsn = number;
            apply(applyChatEvent(state.transcript, event));
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        // Never there, or closed since.
        if (error instanceof ChatRequestError && [404, 410].includes(error.status))
          return set({ connection: 'missing' });
      }
      if (signal.aborted) return;
      set({ connection: 'away' });
      await pause(wait, signal);
    }
  }

  async function load(id: string, signal: AbortSignal): Promise<void> {
    const { status, messages, error, title, model, lsn: reached } = await client.history(id, signal);
    lsn = reached;
    apply({ status, messages, ...(error ? { error } : {}) });
    set({ title, model });
  }

  function apply(transcript: ChatTranscript): void {
    const isTold = transcript.messages.some(({ id }) => id === state.unsent?.id);
    set({ transcript, ...(isTold ? { unsent: undefined } : {}) });
  }

  function start(): void {
    if (users === 0 || leaving || state.conversationId === undefined) return;
    leaving = new AbortController();
    void follow(state.conversationId, leaving.signal);
  }

  async function post(turn?: { id: string; text: string }): Promise<void> {
    const { conversationId: before } = state;
    const id = await client.post({
      ...(before === undefined ? {} : { conversationId: before }),
      ...(turn ? { messages: [{ id: turn.id, role: 'user', content: turn.text }] } : {}),
    });
    if (before === undefined) {
      set({ conversationId: id, title: turn?.text.slice(0, 60) });
      start();
    }
  }

  /** The last turn was not sent because the server could not be reached. */
  let isStranded = false;

  async function say(turn: { id: string; text: string }): Promise<void> {
    set({ unsent: turn });
    try {
      await post(turn);
    } catch (error) {
      // It may have been accepted and confirmed anyway.
      isStranded = error instanceof UnreachableError;
      if (state.unsent?.id === turn.id) set({ unsent: { ...turn, fault: (error as Error).message } });
    }
  }

  /** What could not be sent because nobody was there is sent once somebody is: its id keeps it from being said twice. */
  function resend(): void {
    const { unsent } = state;
    if (isStranded && unsent?.fault !== undefined) void say({ id: unsent.id, text: unsent.text });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (text) => say({ id: crypto.randomUUID(), text }),
    answer: (elicitId, result) =>
      client.answer(idOrThrow(), elicitId, result).catch((error: unknown) => {
        if (!(error instanceof UnreachableError)) throw error;
        throw new UnreachableError(new Promise((resolve) => void awaited.push(resolve)));
      }),
    abort: (callId) => client.abort(idOrThrow(), callId),
    // Under its old id: if it was accepted after all, it stays one turn.
    retry: async () => (state.unsent ? say({ id: state.unsent.id, text: state.unsent.text }) : post()),
    connect() {
      users++;
      start();
      return () => {
        if (--users > 0) return;
        leaving?.abort();
        leaving = undefined;
      };
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
