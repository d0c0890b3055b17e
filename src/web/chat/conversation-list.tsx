import { type MouseEvent, type ReactNode, useState } from 'react';
import { TimeAgo } from '../page/parts/time-ago.tsx';
import { serverPath } from '../page/server-path.ts';
import type { Conversations } from './use-conversations.ts';

export interface ConversationListProps {
  conversations: Conversations;
  current: string | undefined;
  open(conversationId?: string): void;
  close(conversationId: string): Promise<void>;
}

/** Past conversations, newest first. In a narrow window they are behind a button. */
export function ConversationList({ conversations, current, open, close }: ConversationListProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const goTo = (event: MouseEvent, id?: string) => {
    // A new tab is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(false);
    open(id);
  };
  const all = conversations.index?.conversations ?? [];
  return (
    <nav className="conversations" aria-label="Conversations" data-shown={isShown}>
      <div className="conversations-head">
        <a className="home" href={serverPath('/')}>
          Tandem
        </a>
        <button
          type="button"
          className="conversations-toggle"
          aria-expanded={isShown}
          aria-controls="conversations"
          onClick={() => setShown(!isShown)}
        >
          Conversations
        </button>
        <a className="new" href={serverPath('/chat')} onClick={(event) => goTo(event)}>
          New
        </a>
      </div>
      <ul id="conversations">
        {all.map(({ conversationId, title, updatedAt, owner }) => (
          <li key={conversationId}>
            <a
              href={serverPath(`/chat/${conversationId}`)}
              aria-current={conversationId === current ? 'page' : undefined}
              onClick={(event) => goTo(event, conversationId)}
            >
              {title || 'Untitled'}
              <small>
                {owner === undefined ? '' : `${owner}’s · `}
                <TimeAgo time={updatedAt} />
              </small>
            </a>
            <button
              type="button"
              className="conversation-delete"
              aria-label={`Delete “${title || 'Untitled'}”`}
              onClick={() => void close(conversationId).catch(conversations.refresh)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {conversations.fault && <p className="fault">{conversations.fault}</p>}
    </nav>
  );
}
