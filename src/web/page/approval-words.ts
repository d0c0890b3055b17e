import type { ShownApproval } from '../../protocol/approval-card.ts';
import type { AskPageState } from '../../protocol/ask-page-state.ts';

/** What became of a question for approval, in one line. */
export function toOutcomeWords(ask: AskPageState, card: ShownApproval): string {
  const what = card.messages[0] ?? toStepsWords(card);
  const By = ask.answeredBy ?? 'You';
  if (ask.status === 'expired') return `This expired without a decision: ${what}`;
  if (ask.status === 'withdrawn') return `No longer asked, because something changed: ${what}`;
  const { content } = ask.answer ?? {};
  if (ask.answer?.action === 'accept' && content?.decision !== 'decline')
    return `${By} approved: ${what}${toNext(ask)}`;
  const note = typeof content?.note === 'string' ? ` “${content.note}”` : '';
  return `${By} declined: ${what}${note}`;
}

function toStepsWords({ steps }: ShownApproval): string {
  const last = steps.at(-1);
  return last ? `${last.verb} ${last.label}` : '';
}

function toNext({ callStatus, nextAskId }: AskPageState): string {
  if (nextAskId !== undefined) return '. Something changed since, so you are asked again.';
  if (callStatus === 'completed') return '. It is done.';
  if (callStatus === 'failed' || callStatus === 'aborted') return '. It was not done.';
  return '. It is done as soon as the agent continues.';
}
