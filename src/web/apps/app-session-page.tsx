import { type ReactNode, useEffect } from 'react';
import { AppPageView } from './app-page-view.tsx';
import { History } from './history.tsx';
import { type SharedAppSession, SIGNED_OUT, useAppSession } from './use-app-session.ts';

/** A session of an app: the page that the agent is on, for a person to look at and to use. */
export function AppSessionPage({ sessionId }: { sessionId: string }): ReactNode {
  const session = useAppSession(sessionId);
  const { page, connection, outcome, isBusy } = session;
  const name = page?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Tandem`;
  }, [name]);
  if (!page)
    return (
      <main>
        <p role="status">
          {connection === 'refused'
            ? 'Session not found, or it is not yours. '
            : connection === 'away'
              ? 'The server is not reachable. Reconnecting… '
              : 'Loading…'}
          {connection !== 'connecting' && <a href="/">All sessions</a>}
        </p>
      </main>
    );
  return (
    <>
      <header>
        <div>
          <h1>{page.name}</h1>
          {page.description && <p className="quiet">{page.description}</p>}
        </div>
        <p>
          <a href="/">All sessions</a> · <span role="status">{STATES[connection] ?? stateOf(page)}</span>
        </p>
      </header>
      <div className="columns">
        <main aria-busy={isBusy}>
          <p role="alert" className={outcome?.isFault ? 'outcome fault' : 'outcome'} hidden={!outcome}>
            {outcome?.text} {outcome?.opened && <Opened {...outcome.opened} />}
          </p>
          {page.problem !== undefined && (
            <p className="fault">{page.problem} This page checks again from time to time.</p>
          )}
          <Shown session={session} />
          {page.warnings.map((warning) => (
            <p key={warning} className="quiet">
              {warning}
            </p>
          ))}
        </main>
        <History lines={page.history} />
      </div>
    </>
  );
}

/** What a browser opens by itself in the app; here a person does, since the answer comes too late for that. */
function Opened({ name, url }: { name: string; url: string }): ReactNode {
  if (!/^https?:/i.test(url)) return `${name}: ${url}`;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open {name}
    </a>
  );
}

const STATES: Partial<Record<SharedAppSession['connection'], string>> = {
  away: 'The server is not reachable. Reconnecting…',
  signedOut: SIGNED_OUT,
};

function stateOf({ status }: { status: string }): string {
  return status === 'open' ? 'Shared with the agent' : `This session is ${status}`;
}

function Shown({ session }: { session: SharedAppSession }): ReactNode {
  const { page, act, actAsSeen, showRows } = session;
  const view = page?.view;
  if (view)
    return (
      <AppPageView
        key={view.pageId}
        view={view}
        address={page?.address ?? ''}
        act={act}
        actAsSeen={actAsSeen}
        showRows={showRows}
      />
    );
  if (page?.status !== 'open') return <p>This session can no longer be used.</p>;
  if (page.problem !== undefined) return null;
  return <p>The agent has not opened a page yet.</p>;
}
