import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { openElicitations } from '../../protocol/chat-transcript.ts';
import type { ChatClient } from './chat-client.ts';
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts';

/** What `useChat` returns: the state of the conversation, and what the person can do. */
export interface Chat extends ChatState, Pick<ChatStore, 'send' | 'answer' | 'abort' | 'retry'> {
  /** The model or a tool is working. */
  isBusy: boolean;
}

/** Options of `useChat`. */
export interface UseChatOptions {
  client: ChatClient;
  /** The conversation to show; by default a new one that starts with the first turn. */
  conversationId?: string | undefined;
}

/**
 * Follows a conversation, through lost connections, server restarts and changes in other tabs.
 *
 * @example
 * ```tsx
 * import { createChatClient, useChat } from 'tandem-mcp/react';
 *
 * const client = createChatClient();
 *
 * export function ChatPage() {
 *   const { transcript, send, isBusy } = useChat({ client });
 *   return (
 *     <>
 *       {transcript.messages.map(({ id, text }) => (
 *         <p key={id}>{text}</p>
 *       ))}
 *       <button disabled={isBusy} onClick={() => send('A carrot cake, please')}>
 *         Order
 *       </button>
 *     </>
 *   );
 * }
 * ```
 */
export function useChat({ client, conversationId }: UseChatOptions): Chat {
  const store = useMemo(() => createChatStore(client, conversationId), [client, conversationId]);
  useEffect(() => store.connect(), [store]);
  return useChatStore(store);
}

/**
 * Like `useChat`, with your own store, which can outlive the component.
 *
 * @example
 * ```tsx
 * import { type ChatStore, useChatStore } from 'tandem-mcp/react';
 *
 * export function Title({ store }: { store: ChatStore }) {
 *   return <h1>{useChatStore(store).title}</h1>;
 * }
 * ```
 */
export function useChatStore(store: ChatStore): Chat {
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const { send, answer, abort, retry } = store;
  const isUnsent = state.unsent !== undefined && state.unsent.fault === undefined;
  // While the person is asked it is their turn, even if another tool still works.
  const isAtWork = state.transcript.status === 'running' && openElicitations(state.transcript).length === 0;
  return { ...state, send, answer, abort, retry, isBusy: isUnsent || isAtWork };
}
