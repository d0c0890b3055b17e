import { type ReactNode, useEffect, useState } from 'react';
import type { AppSessionState } from '../../../protocol/app-session-state.ts';
import type { ShownDeed } from '../../../protocol/deed.ts';
import type { Hold, HoldStep } from '../../../protocol/hold.ts';
import { DeedSentence } from '../../page/timeline/deed-sentence.tsx';
import { toAgo } from '../../page/to-ago.ts';
import { postHold } from '../post-to-session.ts';
import { AskFirstSwitch } from './ask-first-switch.tsx';
import { UndoButton } from './undo-button.tsx';

/** How long after an action the agent counts as doing it. */
const NOW_MS = 6000;

const STEPS: Record<Hold['kind'] | 'none', readonly (readonly [step: HoldStep, word: string])[]> = {
  none: [
    ['pause', 'Pause'],
    ['takeOver', 'Take over'],
    ['stop', 'Stop'],
  ],
  paused: [
    ['resume', 'Resume'],
    ['stop', 'Stop'],
  ],
  taken: [
    ['handBack', 'Hand back'],
    ['stop', 'Stop'],
  ],
  stopped: [['allow', 'Let the agent continue']],
};

/** Who is here, what the agent is doing, and how to hold it. */
export function AgentBar({
  sessionId,
  page,
  onFault,
}: {
  sessionId: string;
  page: AppSessionState;
  onFault(message: string): void;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const { hold, here, history, you, may, status, undo } = page;
  async function take(step: HoldStep): Promise<void> {
    setBusy(true);
    // The agent finishes what it is doing first.
    await postHold(sessionId, { step }).catch((error: Error) => onFault(error.message));
    setBusy(false);
  }
  const last = history.findLast(({ actor }) => actor.kind === 'agent');
  return (
    <div className="agent-bar">
      <ul className="here" aria-label="Here now">
        {here.map(({ userId, name }) => (
          <li key={userId}>{userId === you ? 'You' : name}</li>
        ))}
      </ul>
      <span className="now" data-held={hold?.kind} role="status" aria-label="The agent">
        {hold ? toHoldWords(hold, you) : last ? <Now last={last} /> : 'No agent has acted here yet.'}
      </span>
      {status === 'open' && may.includes('act') && (
        <AskFirstSwitch sessionId={sessionId} page={page} onFault={onFault} />
      )}
      {status === 'open' && may.includes('act') && (
        <span className="hold-steps">
          {undo && <UndoButton sessionId={sessionId} undo={undo} onFault={onFault} />}
          {STEPS[hold?.kind ?? 'none'].map(([step, word]) => (
            <button key={step} type="button" disabled={isBusy} onClick={() => void take(step)}>
              {word}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

function Now({ last }: { last: ShownDeed }): ReactNode {
  const [, draw] = useState(0);
  const age = Date.now() - new Date(last.timestamp).getTime();
  const isNow = age < NOW_MS && last.reason === undefined;
  useEffect(() => {
    if (!isNow) return;
    const timer = setTimeout(() => draw((count) => count + 1), NOW_MS);
    return () => clearTimeout(timer);
  }, [isNow]);
  if (isNow && last.doing !== undefined)
    return (
      <>
        Agent is <DeedSentence deed={last} now />
      </>
    );
  return (
    <>
      Agent <DeedSentence deed={last} /> · {toAgo(last.timestamp)}
    </>
  );
}

function toHoldWords({ kind, by, userId }: Hold, you: string): string {
  const who = userId === you ? 'You' : by;
  if (kind === 'paused') return `${who} paused the agent`;
  return kind === 'taken' ? `${who} took over from the agent` : `${who} stopped the agent`;
}
