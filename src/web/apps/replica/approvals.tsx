import { type ReactNode, useEffect, useState } from 'react';
import { approvalIn } from '../../../protocol/approval-card.ts';
import { askListSchema } from '../../../protocol/ask-page-state.ts';
import { ApprovalCard } from '../../page/approval-card.tsx';
import { readMessage } from '../../page/read-message.ts';
import { stayConnected } from '../../page/stay-connected.ts';
import { useAsk } from '../../page/use-ask.ts';

/** How long a decision stays on the page. */
const SHOWN_MS = 6000;

/** What agents want to do in this session and a person has to approve, as it comes and goes. */
export function Approvals({ sessionId }: { sessionId: string }): ReactNode {
  const [askIds, setAskIds] = useState<readonly string[]>([]);
  useEffect(
    () =>
      stayConnected('/ws/asks', {
        staysSignedOut: true,
        onText(text) {
          const message = readMessage(askListSchema, text);
          if (!message) return;
          const open = message.asks
            .filter((ask) => ask.sessionId === sessionId && ask.who !== undefined)
            .map(({ askId }) => askId);
          // What was decided stays until its outcome has been read.
          setAskIds((before) => [...before, ...open.reverse().filter((askId) => !before.includes(askId))]);
        },
      }),
    [sessionId],
  );
  const [isFolded, setFolded] = useState(false);
  const newest = askIds.at(-1);
  // What is new is shown.
  useEffect(() => setFolded(newest === ''), [newest]);
  const drop = (askId: string) => setAskIds((before) => before.filter((one) => one !== askId));
  if (askIds.length === 0) return null;
  return (
    <section className="approvals" aria-label="Approvals">
      <button type="button" className="fold" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
        {isFolded ? `Approvals (${askIds.length})` : 'Hide'}
      </button>
      <div className="approvals-open" hidden={isFolded}>
        {askIds.map((askId) => (
          <OneApproval key={askId} askId={askId} onOver={() => drop(askId)} />
        ))}
      </div>
    </section>
  );
}

function OneApproval({ askId, onOver }: { askId: string; onOver(): void }): ReactNode {
  const { ask, fault, send } = useAsk(askId, { staysSignedOut: true });
  const approval = ask && approvalIn(ask.context);
  const isOver = fault !== '' || (ask !== undefined && ask.status !== 'open');
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(onOver, SHOWN_MS);
    return () => clearTimeout(timer);
  });
  return ask && approval ? <ApprovalCard ask={ask} card={approval} send={send} /> : null;
}
