import { type ReactNode, useEffect, useState } from 'react';
import { type AskListState, askListSchema } from '../../protocol/ask-page-state.ts';
import { EmptyState } from '../page/parts/empty-state.tsx';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { QuestionRow } from '../page/question-row.tsx';
import { readMessage } from '../page/read-message.ts';
import { serverPath } from '../page/server-path.ts';
import { stayConnected } from '../page/stay-connected.ts';

/** The questions that wait for this person, as they come and go. */
export function AskList(): ReactNode {
  const [asks, setAsks] = useState<AskListState['asks']>();
  const [isAway, setAway] = useState(false);
  const waiting = asks?.filter(({ mayAnswer }) => mayAnswer).length ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}Questions · Tandem`;
  }, [waiting]);
  useEffect(
    () =>
      stayConnected('/ws/asks', {
        onOpen: () => setAway(false),
        onText(text) {
          const message = readMessage(askListSchema, text);
          if (message) setAsks(message.asks);
        },
        onAway: () => setAway(true),
      }),
    [],
  );
  useConnectionBar(isAway);
  if (!asks) return <p className="quiet">Loading…</p>;
  if (asks.length === 0)
    return (
      <EmptyState title="No open questions">
        <p>When a tool needs your decision, it asks here, and waits for as long as it takes.</p>
        <p>
          <a href={serverPath('/')}>All sessions</a>
        </p>
      </EmptyState>
    );
  // Those that somebody else must answer come last.
  const sorted = [...asks].sort((a, b) => Number(b.mayAnswer) - Number(a.mayAnswer));
  return (
    <ul className="rows">
      {sorted.map((ask) => (
        <QuestionRow key={ask.askId} question={ask} />
      ))}
    </ul>
  );
}
