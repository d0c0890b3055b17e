import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { openElicitations } from '../../protocol/chat-transcript.ts';
import type { Chat } from '../../react/index.ts';

/** Where the person writes. Enter sends; while something goes on it can be stopped. */
export function Composer({ chat }: { chat: Chat }): ReactNode {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const { transcript } = chat;
  const isAsking = transcript.status === 'awaiting_elicit' || openElicitations(transcript).length > 0;
  const isGoingOn = chat.isBusy || isAsking;
  const canSend = !isGoingOn && text.trim() !== '' && chat.connection !== 'missing';
  const hint = isAsking
    ? 'Answer the question above, or stop it to write something else.'
    : chat.isBusy
      ? 'At work…'
      : 'Enter sends, Shift+Enter adds a line.';

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (!canSend) return;
    setText('');
    void chat.send(text.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends the composing of characters in many languages.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  function stop(): void {
    setFault('');
    chat.abort().catch((error: Error) => setFault(error.message));
  }

  return (
    <form className="composer" onSubmit={submit}>
      <label className="hidden" htmlFor="composer">
        Message
      </label>
      <textarea
        id="composer"
        rows={Math.min(8, text.split('\n').length + 1)}
        placeholder="Write a message"
        aria-describedby="composer-hint"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isGoingOn && chat.conversationId !== undefined ? (
        <button type="button" className="danger" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary" disabled={!canSend}>
          Send
        </button>
      )}
      <p id="composer-hint" className="quiet" role="status">
        {fault || hint}
      </p>
    </form>
  );
}
