import { type FormEvent, useEffect, useState } from 'react';
import { Chat } from './chat.tsx';

/** The shop as it was before; the chat is one line of it. */
export function Shop() {
  const [name, setName] = useState<string>();
  useEffect(() => {
    void fetch('/api/session')
      .then((response) => response.json())
      .then((session: { name?: string }) => setName(session.name));
  }, []);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('name');
    const headers = { 'Content-Type': 'application/json' };
    await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify({ name: wanted }) });
    setName(String(wanted));
  }

  return (
    <main>
      <h1>Bakery</h1>
      {name === undefined ? (
        <form onSubmit={signIn}>
          <label>
            Your name <input name="name" required />
          </label>{' '}
          <button type="submit">Sign in</button>
        </form>
      ) : (
        <Chat />
      )}
    </main>
  );
}
