import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatClient } from './chat-client.ts';
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts';

export interface Chat extends ChatState, Pick<ChatStore, 'send' | 'answer' | 'abort' | 'retry'> {
  /** The model or a tool is working. */
  isBusy: boolean;
}

export interface UseChatOptions {
  client: ChatClient;
  /** The conversation to show; by default a new one that starts with the first turn. */
  conversationId?: string | undefined;
}

/** Follows a conversation: here, in other tabs, and through server restarts. */
export function useChat({ client, conversationId }: UseChatOptions): Chat {
  const store = useMemo(() => createChatStore(client, conversationId), [client, conversationId]);
  useEffect(() => store.connect(), [store]);
  return useChatStore(store);
}

/** The same with your own store, which can outlive the component. */
export function useChatStore(store: ChatStore): Chat {
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const { send, answer, abort, retry } = store;
  const isUnsent = state.unsent !== undefined && state.unsent.fault === undefined;
  return { ...state, send, answer, abort, retry, isBusy: isUnsent || state.transcript.status === 'running' };
}
