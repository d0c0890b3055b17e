import type { ReactNode } from 'react';
import { TimeLine } from '../page/timeline/time-line.tsx';
import { AppPageView } from './app-page-view.tsx';
import { Opened } from './opened.tsx';
import { Approvals } from './replica/approvals.tsx';
import { SessionHeader, sessionPlace } from './session-header.tsx';
import { type SharedAppSession, useAppSession } from './use-app-session.ts';

/** A session of an app as a plain form: where the app's own components cannot be shown, and for those who prefer it. */
export function PlainPage({ sessionId, reason }: { sessionId: string; reason: string }): ReactNode {
  const session = useAppSession(sessionId);
  const { page, outcome, isBusy } = session;
  const place = sessionPlace(session);
  if (place || !page) return place;
  return (
    <>
      <SessionHeader session={session} sessionId={sessionId} />
      <div className="columns">
        <main aria-busy={isBusy}>
          <p role="alert" className={outcome?.isFault ? 'outcome fault' : 'outcome'} hidden={!outcome}>
            {outcome?.text} {outcome?.opened && <Opened {...outcome.opened} />}
          </p>
          <Approvals sessionId={sessionId} />
          {reason !== '' && <p className="quiet">This is a plain view of the app. {reason}</p>}
          {page.problem !== undefined && (
            <p className="fault">{page.problem} This page checks again from time to time.</p>
          )}
          <Shown session={session} mayAct={page.may.includes('act')} />
          {page.warnings.map((warning) => (
            <p key={warning} className="quiet">
              {warning}
            </p>
          ))}
        </main>
        <aside aria-label="History">
          <TimeLine sessionId={sessionId} />
        </aside>
      </div>
    </>
  );
}

function Shown({ session, mayAct }: { session: SharedAppSession; mayAct: boolean }): ReactNode {
  const { page, act, actAsSeen, showRows } = session;
  const view = page?.view;
  if (view)
    return (
      // What a guest may only watch takes neither clicks nor keys; the server refuses them, too.
      <div className="watched" inert={!mayAct}>
        <AppPageView
          key={view.pageId}
          view={view}
          address={page?.address ?? ''}
          act={act}
          actAsSeen={actAsSeen}
          showRows={showRows}
        />
      </div>
    );
  if (page?.status !== 'open') return <p>This session can no longer be used.</p>;
  if (page.problem !== undefined) return null;
  return <p>The agent has not opened a page yet.</p>;
}
