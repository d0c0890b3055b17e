import { type ReactNode, useEffect, useState } from 'react';
import { type AskListState, askListSchema } from '../../protocol/ask-page-state.ts';
import { readMessage } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';

/** The questions that wait for this person, as they come and go. */
export function AskList(): ReactNode {
  const [asks, setAsks] = useState<AskListState['asks']>();
  useEffect(
    () =>
      stayConnected('/ws/asks', {
        onText(text) {
          const message = readMessage(askListSchema, text);
          if (message) setAsks(message.asks);
        },
      }),
    [],
  );
  if (!asks) return <p>Loading…</p>;
  if (asks.length === 0) return <p>No open questions.</p>;
  return asks.map(({ askId, toolName, message, askedAt }) => (
    <p key={askId}>
      <a href={serverPath(`/asks/${askId}`)}>{message.split('\n')[0] || toolName}</a>
      <small>
        {toolName}, {new Date(askedAt).toLocaleString()}
      </small>
    </p>
  ));
}
