import { type ReactNode, useEffect, useState } from 'react';
import type { AppSessionState } from '../../protocol/app-session-state.ts';
import { useConnectionBar } from '../page/parts/use-connection-bar.ts';
import { serverPath } from '../page/server-path.ts';
import { SharePanel } from '../share/share-panel.tsx';
import { SIGNED_OUT } from './post-to-session.ts';
import type { SharedAppSession } from './use-app-session.ts';

/** The session's name and state, and with whom it is shared; `children` are more controls. */
export function SessionHeader({
  session: { page, connection },
  sessionId,
  children,
}: {
  session: SharedAppSession;
  sessionId: string;
  children?: ReactNode;
}): ReactNode {
  const [isSharing, setSharing] = useState(false);
  const name = page?.name;
  useConnectionBar(connection === 'away');
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Tandem`;
  }, [name]);
  return (
    <>
      <header className="top-bar">
        <div className="place">
          <a className="home" href={serverPath('/')} aria-label="Tandem: all sessions">
            Tandem
          </a>
          <h1 title={page?.description}>{name}</h1>
        </div>
        <span className="quiet" role="status">
          {connection === 'signedOut' ? SIGNED_OUT : page && stateOf(page)}
        </span>
        <nav aria-label="Session">
          {children}
          {page?.shareable && (
            <button
              type="button"
              aria-expanded={isSharing}
              aria-controls="sharing"
              onClick={() => setSharing(!isSharing)}
            >
              Share
            </button>
          )}
        </nav>
      </header>
      {isSharing && (
        <div id="sharing">
          <SharePanel sessionId={sessionId} />
        </div>
      )}
    </>
  );
}

/** What to show while nothing of the session is known; undefined once it is. */
export function sessionPlace({ page, connection }: SharedAppSession): ReactNode {
  if (page) return undefined;
  return (
    <main className="page">
      <p role="status">
        {connection === 'refused'
          ? 'Session not found, or it is not shared with you. '
          : connection === 'away'
            ? 'The server is not reachable. Reconnecting… '
            : 'Loading…'}
        {connection !== 'connecting' && <a href={serverPath('/')}>All sessions</a>}
      </p>
    </main>
  );
}

function stateOf({ status, owner, may }: AppSessionState): string {
  if (status !== 'open') return `This session is ${status}`;
  if (owner === undefined) return 'Shared with the agent';
  return may.includes('act') ? `${owner} shares this with you` : `${owner} lets you watch`;
}
