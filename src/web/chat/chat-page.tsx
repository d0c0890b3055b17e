import { type ReactNode, useEffect, useState } from 'react';
import { type ChatState, createChatClient, createChatStore, useChatStore } from '../../react/index.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { pagePath, serverPath } from '../page/server-path.ts';
import { TimeLine } from '../page/timeline/time-line.tsx';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { MessageList } from './message-list.tsx';
import { useConversations } from './use-conversations.ts';
import { useIsVisible } from './use-is-visible.ts';

const client = createChatClient({ base: serverPath('/api/chat'), headers: () => pageHeaders() });
const idOfAddress = () => pagePath().split('/')[2] || undefined;
const openStore = () => createChatStore(client, idOfAddress());

/** The chat: past conversations beside the one that is open. */
export function ChatPage(): ReactNode {
  const [store, setStore] = useState(openStore);
  const chat = useChatStore(store);
  const isVisible = useIsVisible();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { conversationId, transcript } = chat;
  const conversations = useConversations(client, `${conversationId} ${transcript.status}`);

  useEffect(() => (isVisible ? store.connect() : undefined), [store, isVisible]);
  useEffect(() => {
    const goTo = () => setStore(openStore());
    addEventListener('popstate', goTo);
    return () => removeEventListener('popstate', goTo);
  }, []);
  // A new conversation has its address as soon as the server has named it, so that a reload finds it.
  useEffect(() => {
    if (conversationId !== undefined && idOfAddress() !== conversationId)
      history.replaceState(null, '', serverPath(`/chat/${conversationId}`));
  }, [conversationId]);

  const title = chat.title ?? titleOf(conversations.index?.conversations, conversationId);
  useEffect(() => {
    document.title = `${title} · Tandem`;
  }, [title]);

  function open(id?: string): void {
    history.pushState(null, '', serverPath(id === undefined ? '/chat' : `/chat/${id}`));
    setStore(openStore());
  }

  async function close(id: string): Promise<void> {
    await client.close(id);
    if (id === conversationId) open();
    conversations.refresh();
  }

  const model = chat.model ?? conversations.index?.model;
  return (
    <>
      <a className="skip" href="#composer">
        Skip to the message field
      </a>
      <ConversationList conversations={conversations} current={conversationId} open={open} close={close} />
      <main>
        <header>
          <h1>{title}</h1>
          <p>
            {model && <span className="model">{model.name}</span>} <Connection state={chat} />
            {conversationId !== undefined && (
              <button
                type="button"
                className="new"
                aria-expanded={isHistoryOpen}
                onClick={() => setHistoryOpen(!isHistoryOpen)}
              >
                History
              </button>
            )}
          </p>
        </header>
        {isHistoryOpen && conversationId !== undefined && (
          <aside className="history" aria-label="History">
            <TimeLine key={conversationId} sessionId={conversationId} />
          </aside>
        )}
        <MessageList key={storeKey(store)} chat={chat} index={conversations.index} />
        <Composer chat={chat} />
      </main>
    </>
  );
}

function titleOf(
  conversations: { conversationId: string; title: string }[] | undefined,
  id: string | undefined,
): string {
  return conversations?.find(({ conversationId }) => conversationId === id)?.title || 'New conversation';
}

const keys = new WeakMap<object, number>();
let lastKey = 0;
/** Another conversation starts with nothing of the one before: not its scroll, not what was typed into its forms. */
function storeKey(store: object): number {
  const key = keys.get(store) ?? ++lastKey;
  keys.set(store, key);
  return key;
}

const CONNECTIONS: Partial<Record<ChatState['connection'], string>> = {
  loading: 'Loading…',
  missing: 'Conversation not found, or it is not yours.',
};

function Connection({ state: { connection } }: { state: ChatState }): ReactNode {
  useConnectionBar(connection === 'away');
  return (
    <span className="connection" role="status">
      {CONNECTIONS[connection]}
    </span>
  );
}
