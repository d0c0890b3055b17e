import { Fragment, type ReactNode } from 'react';
import type { ListedSession, Status } from '../../protocol/page-messages.ts';
import { toRightWords } from '../../protocol/right-words.ts';
import { TimeAgo } from '../page/parts/time-ago.tsx';
import { serverPath } from '../page/server-path.ts';

import { LastDeedSentence } from './last-deed-sentence.tsx';
import type { OpenAsk } from './use-home.ts';

/** An agent that acted within this time is at work there. */
const AT_WORK_MS = 5 * 60_000;

/** A session in the person's words: what it is about, where it is, what happened last, who is in it. */
export function ListedSessionRow({
  session,
  status,
  question,
  onClose,
}: {
  session: ListedSession;
  status: Status | undefined;
  /** It waits for this person. */
  question?: OpenAsk | undefined;
  onClose?(): void;
}): ReactNode {
  const { sessionId, name, description, endedBy, updatedAt, owner, may, closable, shareable } = session;
  const [first, ...more] = session.links;
  const isOpen = session.status === 'open';
  const title = first?.text ?? name;
  const you = status?.user.userId ?? '';
  const about = aboutOf(session, you);
  return (
    <li className="row" data-waiting={question && ''} data-ended={isOpen ? undefined : ''}>
      <div className="row-what">
        {first ? (
          <a className="row-title" href={serverPath(question ? `/asks/${question.askId}` : first.href)}>
            {title}
          </a>
        ) : (
          <span className="row-title">{title}</span>
        )}
        {description !== '' && <span className="row-more"> {description}</span>}
        <span className="row-about">
          {question && <b>{question.message.split('\n')[0]}</b>}
          {question && ' · '}
          {about.map((part, index) => (
            <Fragment key={index}>{part} · </Fragment>
          ))}
          <TimeAgo time={updatedAt} />
          {owner !== undefined && ` · ${owner} shares this with you, to ${toRightWords(may)}`}
        </span>
      </div>
      <div className="row-side">
        {isOpen && <Here session={session} you={you} />}
        {question && (
          <span className="tag" data-tone="accent">
            Waiting for you
          </span>
        )}
        {!isOpen && (
          <span className="tag">{endedBy === undefined ? session.status : `ended by ${endedBy}`}</span>
        )}
        {more.map(({ href, text }) => (
          <a key={href} href={serverPath(href)}>
            {text ?? href}
          </a>
        ))}
        {status?.isTeam && shareable && isOpen && <a href={serverPath(`/share/${sessionId}`)}>Share</a>}
        {closable && onClose && (
          <button type="button" aria-label={`Close ${name}`} onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </li>
  );
}

const KINDS: Record<string, string> = { live: 'Live UI', chat: 'Chat', tool: 'Tool', app_call: 'Tool' };

/** What it is about and where it is, in words; then what somebody did last. */
function aboutOf({ kind, name, pageId, glance = {} }: ListedSession, you: string): ReactNode[] {
  const { subject, pageTitle, last } = glance;
  const isTold = subject === undefined || subject.toLowerCase() === name.toLowerCase();
  const parts: ReactNode[] = [isTold ? KINDS[kind] : subject, pageTitle ?? pageId?.replaceAll(/[_-]+/g, ' ')];
  if (last) parts.push(<LastDeedSentence last={last} you={you} />);
  return parts.filter((part) => part !== undefined);
}

function Here({ session: { here, glance }, you }: { session: ListedSession; you: string }): ReactNode {
  const last = glance?.last;
  const isAgentHere =
    last?.actor.kind === 'agent' && Date.now() - new Date(last.timestamp).getTime() < AT_WORK_MS;
  return (
    <>
      {isAgentHere && (
        <span className="actor" data-actor="agent">
          Agent
        </span>
      )}
      {here.map(({ userId, name }) => (
        <span key={userId} className="actor" data-actor="person">
          {userId === you ? 'You' : name}
        </span>
      ))}
    </>
  );
}
