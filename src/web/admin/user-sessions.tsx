import type { ReactNode } from 'react';
import { TimeAgo } from '../page/parts/time-ago.tsx';
import type { AdminSession } from './use-admin-sessions.ts';

/** The sessions of one user. */
export function UserSessions({
  userId,
  sessions,
  isOnly,
  onShow,
  onEnd,
}: {
  userId: string;
  sessions: readonly AdminSession[];
  /** Nobody else is shown. */
  isOnly: boolean;
  onShow(): void;
  onEnd(session: AdminSession, isAll: boolean): void;
}): ReactNode {
  const open = sessions.filter(({ status }) => status === 'open');
  const [first] = open;
  return (
    <section className="user" aria-label={`Sessions of ${userId}`}>
      <div className="section-head">
        <h3>
          {isOnly ? (
            userId
          ) : (
            <button type="button" className="plain" onClick={onShow}>
              {userId}
            </button>
          )}
        </h3>
        <span className="quiet">
          {open.length} open of {sessions.length} shown
        </span>
        {first && open.length > 1 && (
          <button
            type="button"
            aria-label={`End all open sessions of ${userId}`}
            onClick={() => onEnd(first, true)}
          >
            End all
          </button>
        )}
      </div>
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => onEnd(session, false)} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: AdminSession; onEnd(): void }): ReactNode {
  const { sessionId, name, description, kind, status, endedBy, updatedAt, pageId } = session;
  const about = [kind, pageId, description].filter((part) => part !== null && part !== '');
  const isOpen = status === 'open';
  return (
    <li className="row" data-ended={isOpen ? undefined : ''}>
      <div className="row-what">
        <strong className="row-title">{name}</strong>
        <small className="row-about">
          {about.join(' · ')} · <TimeAgo time={updatedAt} />
        </small>
        <small className="row-about">
          <code>{sessionId}</code>
        </small>
      </div>
      <div className="row-side">
        <span className="tag" data-tone={isOpen ? 'good' : undefined}>
          {endedBy === undefined ? status : `ended by ${endedBy}`}
        </span>
        {isOpen && (
          <button type="button" aria-label={`End ${name}`} onClick={onEnd}>
            End
          </button>
        )}
      </div>
    </li>
  );
}
