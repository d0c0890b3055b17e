import { type FormEvent, useEffect, useState } from 'react';
import { createChatClient, useChat } from 'tandem-mcp/react';
import { Question } from './question.tsx';

const client = createChatClient({ base: '/api/chat' });
const idOfAddress = () => new URLSearchParams(location.search).get('chat') ?? undefined;

/** A conversation in the shop's own looks. Its id is in the address, so that a reload finds it. */
export function Chat() {
  const [opened] = useState(idOfAddress);
  const { conversationId, connection, transcript, model, unsent, isBusy, send, answer, retry } = useChat({
    client,
    conversationId: opened,
  });
  useEffect(() => {
    if (conversationId) history.replaceState(null, '', `?chat=${conversationId}`);
  }, [conversationId]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(String(new FormData(event.currentTarget).get('text')));
    event.currentTarget.reset();
  }

  const fault = unsent?.fault ?? transcript.error?.message;
  return (
    <section aria-label="Chat">
      {model?.scripted && <p className="note">No model is configured: a script answers.</p>}
      {transcript.messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.text && <p>{message.text}</p>}
          {message.toolCalls
            .flatMap((call) => call.elicitations)
            .map((asked) => (
              <Question key={asked.elicitId} asked={asked} answer={answer} />
            ))}
        </article>
      ))}
      {connection === 'missing' && (
        <p>
          There is no such conversation. <a href="/">Start another</a>
        </p>
      )}
      {fault && (
        <p role="alert">
          {fault}{' '}
          <button type="button" onClick={() => void retry()}>
            Try again
          </button>
        </p>
      )}
      <form className="composer" onSubmit={submit}>
        <input name="text" aria-label="Message" placeholder="Order a cake, or plan a delivery" required />
        <button type="submit" disabled={isBusy || transcript.status === 'awaiting_elicit'}>
          Say
        </button>
      </form>
    </section>
  );
}
