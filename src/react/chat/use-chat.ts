import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatClient } from './chat-client.ts';
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts';

export interface Chat extends ChatState, Pick<ChatStore, 'send' | 'answer' | 'abort' | 'retry'> {
  /** The model or a tool is at work. */
  isBusy: boolean;
}

export interface UseChatOptions {
  client: ChatClient;
  /** The conversation to show; without one, a new one that begins with the first turn. */
  conversationId?: string | undefined;
}

/** A conversation, followed as it goes on: here, in other tabs, and through restarts of the server. */
export function useChat({ client, conversationId }: UseChatOptions): Chat {
  const store = useMemo(() => createChatStore(client, conversationId), [client, conversationId]);
  useEffect(() => store.connect(), [store]);
  return useChatStore(store);
}

/** The same over a store of your own, which then may outlive the component. */
export function useChatStore(store: ChatStore): Chat {
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const { send, answer, abort, retry } = store;
  const isUnsent = state.unsent !== undefined && state.unsent.fault === undefined;
  return { ...state, send, answer, abort, retry, isBusy: isUnsent || state.transcript.status === 'running' };
}
