import { type ReactNode, useEffect, useState } from 'react';
import { approvalIn } from '../../protocol/approval-card.ts';
import type { AskPageState } from '../../protocol/ask-page-state.ts';
import type { Ask } from '../../react/index.ts';
import { ApprovalCard } from '../page/approval-card.tsx';
import { serverPath } from '../page/server-path.ts';
import { TimeLine } from '../page/timeline/time-line.tsx';
import { ToolAsk } from '../page/tool-ask.tsx';
import { useAsk } from '../page/use-ask.ts';

/** One question by its address. */
export function AskPage({ askId }: { askId: string }): ReactNode {
  const { ask, fault, send } = useAsk(askId);
  const approval = ask && approvalIn(ask.context);
  const title = approval ? 'Approval' : ask?.toolName;
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Tandem`;
    const heading = document.getElementById('title');
    if (heading) heading.textContent = title;
  }, [title]);
  if (fault !== '') return <p role="status">{fault}</p>;
  if (!ask) return <p>Loading…</p>;
  return (
    <>
      {ask.problem ? <p role="alert">{ask.problem}</p> : null}
      {ask.owner === undefined ? null : <p className="td-owner">For {ask.owner}</p>}
      {approval ? (
        <ApprovalCard ask={ask} card={approval} send={send} withSession />
      ) : (
        <>
          <ToolAsk ask={ask as Ask} send={send} />
          <WhatNext ask={ask} />
        </>
      )}
      <HistoryOf sessionId={askId.replace(/^ask_(\w+)-\d+$/, 'sess_$1')} />
    </>
  );
}

/** What the call that asks has done, and who answered. */
function HistoryOf({ sessionId }: { sessionId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen && <TimeLine sessionId={sessionId} />}
    </details>
  );
}

/** How the call goes on after the answer. */
function WhatNext({ ask }: { ask: AskPageState }): ReactNode {
  if (ask.status !== 'answered') return null;
  if (ask.nextAskId) return <a href={serverPath(`/asks/${ask.nextAskId}`)}>There is another question</a>;
  if (ask.callStatus === 'completed') return <p>The tool has finished.</p>;
  if (ask.callStatus === 'failed') return <p>The tool failed; the agent was notified.</p>;
  if (ask.callStatus === 'aborted') return <p>The call was cancelled.</p>;
  return ask.callStatus ? <p>The tool is running…</p> : null;
}
