import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Chat, ChatIndex } from '../../react/index.ts';
import { ChatMessageView } from './chat-message-view.tsx';

const NEAR_END = 80;

/** The conversation, kept at its end while the person has not scrolled away. */
export function MessageList({ chat, index }: { chat: Chat; index: ChatIndex | undefined }): ReactNode {
  const { transcript, unsent, isBusy, answer, abort, retry } = chat;
  const { messages, error } = transcript;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  // Components of tools come later than their message, and grow the page without a render of this one.
  useEffect(() => {
    const element = box.current;
    if (!element?.firstElementChild) return;
    const watcher = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    watcher.observe(element.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  const isEmpty = messages.length === 0 && !unsent;
  const isWaitingForWords = isBusy && messages.at(-1)?.role !== 'assistant';
  return (
    <div
      ref={box}
      className="messages"
      role="log"
      aria-label="Messages"
      aria-busy={isBusy}
      // So that the arrow keys scroll it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
    >
      <div>
        {isEmpty && chat.connection === 'new' && <Offer index={index} />}
        {messages.map((message) => (
          <ChatMessageView key={message.id} message={message} answer={answer} abort={abort} />
        ))}
        {unsent && (
          <article className="message user" data-unsent>
            <p className="said">{unsent.text}</p>
            {unsent.fault && <Failure message={unsent.fault} label="Send again" retry={retry} />}
          </article>
        )}
        {isWaitingForWords && (
          <p className="thinking">
            <span className="hidden">The assistant is thinking…</span>
          </p>
        )}
        {error && (
          <Failure message={error.message} label="Try again" retry={error.recoverable ? retry : undefined} />
        )}
      </div>
    </div>
  );
}

function Failure({
  message,
  label,
  retry,
}: {
  message: string;
  label: string;
  retry: (() => Promise<void>) | undefined;
}): ReactNode {
  const [fault, setFault] = useState('');
  return (
    <div className="failure" role="alert">
      <p>{fault || message}</p>
      {retry && (
        <button type="button" onClick={() => void retry().catch((error: Error) => setFault(error.message))}>
          {label}
        </button>
      )}
    </div>
  );
}

/** What can be asked for here. */
function Offer({ index }: { index: ChatIndex | undefined }): ReactNode {
  return (
    <div className="offer">
      <h2>What can I do for you?</h2>
      {index && index.tools.length > 0 && (
        <dl>
          {index.tools.map(({ name, description }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      )}
      {index?.model.scripted && (
        <p className="quiet">No model is configured: a script replies, always the same.</p>
      )}
    </div>
  );
}
