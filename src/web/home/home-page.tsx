import { type ReactNode, useEffect, useReducer, useState } from 'react';
import type { ListedSession, Status } from '../../protocol/page-messages.ts';
import { EmptyState } from '../page/parts/empty-state.tsx';
import { TopBar } from '../page/parts/top-bar.tsx';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { QuestionRow } from '../page/question-row.tsx';
import { serverPath } from '../page/server-path.ts';
import { createToasts } from '../page/toasts.ts';
import { AboutServer } from './about-server.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { ConnectHelp } from './connect-help.tsx';
import { ListedSessionRow } from './listed-session-row.tsx';
import { NewSessionDialog } from './new-session-dialog.tsx';
import { orderSessions } from './session-order.ts';
import { useHome } from './use-home.ts';

const toasts = createToasts();
const TICK_MS = 30_000;

/** What waits for this person, their sessions, and how to connect an agent. */
export function HomePage(): ReactNode {
  const { status, sessions, questions, problems, connection } = useHome();
  const [isBeginning, setBeginning] = useState(false);
  const [closing, setClosing] = useState<ListedSession>();
  useConnectionBar(connection === 'away');
  useTick();
  const { open, ended } = orderSessions(sessions ?? [], questions);
  const waiting = questions.filter(({ mayAnswer }) => mayAnswer).length;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Tandem` : 'Tandem';
  }, [waiting]);
  const canBegin = status?.areas.some(({ tools }) => tools.includes('navigate')) === true;
  const begin = canBegin && (
    <button type="button" className="primary" onClick={() => setBeginning(true)}>
      New session
    </button>
  );
  const nameOf = (id: string | undefined) => sessions?.find(({ sessionId }) => sessionId === id)?.name;
  const isEmpty = sessions !== undefined && open.length === 0;
  return (
    <>
      <TopBar>{status && <Menu status={status} waiting={waiting} />}</TopBar>
      <main className="page">
        <span className="hidden" role="status">
          {connection === 'open' ? 'Connected' : ''}
        </span>
        {problems.length > 0 && (
          <section className="notice fault" aria-labelledby="problems-title">
            <h2 id="problems-title">Problems</h2>
            <ul role="alert">
              {problems.map(({ of, message }) => (
                <li key={`${of} ${message}`}>
                  <strong>{of}</strong> {message}
                </li>
              ))}
            </ul>
          </section>
        )}
        {questions.length > 0 && (
          <section aria-labelledby="waiting-title">
            <div className="section-head">
              <h2 id="waiting-title">Waiting for an answer</h2>
            </div>
            <ul className="rows">
              {questions.map((question) => (
                <QuestionRow key={question.askId} question={question} place={nameOf(question.sessionId)} />
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="sessions-title">
          <div className="section-head">
            <h2 id="sessions-title">Sessions</h2>
            {!isEmpty && begin}
          </div>
          {sessions === undefined && <p className="quiet">Loading…</p>}
          {isEmpty && (
            <EmptyState title={ended.length > 0 ? 'No open sessions' : 'No sessions yet'}>
              <p>
                A session is a piece of work that you and an agent do together. Connect your agent below and
                tell it what to do: its session appears here, and you can watch, help and answer.
                {canBegin && ' Or begin one yourself, and let the agent continue.'}
              </p>
              {begin && <p>{begin}</p>}
            </EmptyState>
          )}
          {open.length > 0 && (
            <ul className="rows" aria-label="Open sessions">
              {open.map(({ session, question }) => (
                <ListedSessionRow
                  key={session.sessionId}
                  session={session}
                  question={question}
                  status={status}
                  onClose={() => setClosing(session)}
                />
              ))}
            </ul>
          )}
          {ended.length > 0 && (
            <details className="ended">
              <summary>
                {ended.length} ended {ended.length === 1 ? 'session' : 'sessions'}
              </summary>
              <ul className="rows" aria-label="Ended sessions">
                {ended.map((session) => (
                  <ListedSessionRow key={session.sessionId} session={session} status={status} />
                ))}
              </ul>
            </details>
          )}
        </section>
        {status && sessions && (
          <section aria-labelledby="connect-title">
            <details className="about" open={isEmpty && ended.length === 0}>
              <summary>
                <h2 id="connect-title">Connect an agent</h2>
              </summary>
              <ConnectHelp status={status} />
            </details>
          </section>
        )}
        {status && (
          <section aria-labelledby="server-title">
            <AboutServer status={status} />
          </section>
        )}
      </main>
      {isBeginning && <NewSessionDialog onClose={() => setBeginning(false)} />}
      {closing && (
        <CloseDialog
          session={closing}
          onClose={(problem) => {
            setClosing(undefined);
            if (problem !== undefined) toasts.show(problem, 'error');
          }}
        />
      )}
    </>
  );
}

function Menu({ status, waiting }: { status: Status; waiting: number }): ReactNode {
  const pages = status.areas.flatMap(({ page }) => page ?? []);
  if (status.isAdmin) pages.push({ path: '/admin', title: 'Admin' });
  return (
    <nav aria-label="Pages">
      {pages.map(({ path, title }) => (
        <a key={path} href={serverPath(path)}>
          {title}
          {path === '/asks' && waiting > 0 && (
            <>
              {' '}
              <span className="tag" data-tone="accent">
                {waiting}
              </span>
            </>
          )}
        </a>
      ))}
      {status.isTeam && (
        <span className="actor" data-actor="person">
          {status.user.name}
        </span>
      )}
      {status.signOutPath !== undefined && <SignOut path={status.signOutPath} />}
    </nav>
  );
}

function SignOut({ path }: { path: string }): ReactNode {
  const signOut = async () => {
    await fetch(serverPath(path), { method: 'POST' });
    // Now it shows how to sign in.
    location.reload();
  };
  return (
    <button type="button" onClick={() => void signOut().catch(() => location.reload())}>
      Sign out
    </button>
  );
}

/** What was "just now" becomes "a minute ago". */
function useTick(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
