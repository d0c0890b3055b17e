import type { ReactNode } from 'react';
import type { AskListState } from '../../protocol/ask-page-state.ts';
import { TimeAgo } from './parts/time-ago.tsx';
import { serverPath } from './server-path.ts';

type Question = AskListState['asks'][number];

/** A question that waits, as a row that leads to it. */
export function QuestionRow({
  question,
  place,
}: {
  question: Question;
  /** The name of the session that it is asked in. */
  place?: string | undefined;
}): ReactNode {
  const { askId, toolName, message, askedAt, mayAnswer, waitsFor, owner, who } = question;
  const what = who === undefined ? toolName : `Approval for ${who}`;
  const asker = owner === undefined ? what : `${what} for ${owner}`;
  return (
    <li className="row" data-waiting={mayAnswer ? '' : undefined}>
      <div className="row-what">
        <a className="row-title" href={serverPath(`/asks/${askId}`)}>
          {message.split('\n')[0] || toolName}
        </a>
        <span className="row-about">
          {place !== undefined && `${place} · `}
          {asker} · <TimeAgo time={askedAt} />
        </span>
      </div>
      <div className="row-side">
        <span className="tag" data-tone={mayAnswer ? 'accent' : undefined}>
          {mayAnswer ? 'Waiting for you' : waitsFor === undefined ? 'Waiting' : `Waiting for ${waitsFor}`}
        </span>
      </div>
    </li>
  );
}
