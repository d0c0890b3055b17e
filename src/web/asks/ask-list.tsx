import { type ReactNode, useEffect, useState } from 'react';

interface OpenAsk {
  askId: string;
  toolName: string;
  message: string;
  askedAt: string;
}

/** The questions that wait for this person. */
export function AskList(): ReactNode {
  const [asks, setAsks] = useState<OpenAsk[]>();
  useEffect(() => {
    void fetch('/api/asks')
      .then((response) => response.json() as Promise<{ asks: OpenAsk[] }>)
      .then((found) => setAsks(found.asks));
  }, []);
  if (!asks) return <p>Loading…</p>;
  if (asks.length === 0) return <p>No question waits for an answer.</p>;
  return asks.map(({ askId, toolName, message, askedAt }) => (
    <p key={askId}>
      <a href={`/asks/${askId}`}>{message.split('\n')[0] || toolName}</a>
      <small>
        {toolName}, {new Date(askedAt).toLocaleString()}
      </small>
    </p>
  ));
}
