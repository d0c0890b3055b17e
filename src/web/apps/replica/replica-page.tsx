import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { KeptText } from '../../../protocol/frame-messages.ts';
import type { ClientStatus } from '../../../protocol/replica-state.ts';
import { serverPath } from '../../page/server-path.ts';
import { TimeLine } from '../../page/timeline/time-line.tsx';
import { Opened } from '../opened.tsx';
import { SessionHeader, sessionPlace } from '../session-header.tsx';
import { useAppSession } from '../use-app-session.ts';
import { AgentBar } from './agent-bar.tsx';
import { Approvals } from './approvals.tsx';
import { AwayNotice } from './away-notice.tsx';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';
import { type Away, type FrameEvents, FrameLink, type Wish } from './frame-link.ts';
import { KeptNotice } from './kept-notice.tsx';
import { NewDeeds } from './new-deeds.ts';

type Outcome = Parameters<FrameEvents['onOutcome']>[0];

/** A session of an app, shown by the app's own client in a frame of its own. */
export function ReplicaPage({
  sessionId,
  client,
}: {
  sessionId: string;
  client: Extract<ClientStatus, { status: 'ready' }>;
}): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>();
  const [asked, setAsked] = useState<Confirmation>();
  const [away, setAway] = useState<Away>();
  const [kept, setKept] = useState<KeptText[]>([]);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const link = useMemo(
    () =>
      new FrameLink(sessionId, {
        onOutcome: setOutcome,
        onShown: (rev) => {
          document.documentElement.dataset.shownRev = String(rev);
        },
        onAway: setAway,
        onKept: setKept,
        onNotHere: () =>
          setOutcome({
            text: 'Nothing was done: the session is on another page. Follow it, or bring it back here first.',
            isFault: true,
          }),
        onConflict: (label) =>
          setOutcome({
            text: `${label} was changed by somebody else while you were typing. Your text stays.`,
            isFault: false,
          }),
        confirm: (guard) =>
          new Promise((resolve) =>
            setAsked({
              guard,
              answer(isConfirmed) {
                setAsked(undefined);
                resolve(isConfirmed);
              },
            }),
          ),
      }),
    [sessionId],
  );
  const marks = useMemo(() => new NewDeeds(), []);
  const session = useAppSession(sessionId, (state) => {
    link.push(state);
    for (const { blockIds, name, color } of marks.of(state)) link.mark(blockIds, name, color);
  });
  const { page } = session;
  const place = sessionPlace(session);
  if (place) return place;
  const want = (wish: Wish) => {
    setOutcome(undefined);
    link.want(wish);
  };
  return (
    <div className="replica">
      <SessionHeader session={session} sessionId={sessionId}>
        <button type="button" aria-expanded={isHistoryOpen} onClick={() => setHistoryOpen(!isHistoryOpen)}>
          History
        </button>
        <a href="?view=plain">Plain view</a>
      </SessionHeader>
      {page && (
        <AgentBar sessionId={sessionId} page={page} onFault={(text) => setOutcome({ text, isFault: true })} />
      )}
      <p role="alert" className={outcome?.isFault ? 'outcome fault' : 'outcome'} hidden={!outcome}>
        {outcome?.text} {outcome?.opened && <Opened {...outcome.opened} />}{' '}
        <button type="button" onClick={() => setOutcome(undefined)}>
          Dismiss
        </button>
      </p>
      {page && away && <AwayNotice page={page} away={away} want={want} />}
      {kept.length > 0 && <KeptNotice texts={kept} want={want} />}
      {page?.problem !== undefined && (
        <p className="fault">{page.problem} This page checks again from time to time.</p>
      )}
      <div className="stage">
        <main>
          {page?.replica ? (
            <Frame client={client} link={link} name={page.name} mayAct={page.may.includes('act')} />
          ) : (
            <p className="quiet empty">
              {page?.status === 'open'
                ? 'The agent has not opened a page yet.'
                : 'This session can no longer be used.'}
            </p>
          )}
        </main>
        <aside className="side" aria-label="Questions and history" data-open={isHistoryOpen}>
          <Approvals sessionId={sessionId} />
          {isHistoryOpen && <TimeLine sessionId={sessionId} />}
        </aside>
      </div>
      {asked && <ConfirmDialog {...asked} />}
    </div>
  );
}

/** The app. Its origin is opaque: it has no cookie, no storage and no way to this page but the link. */
function Frame({
  client,
  link,
  name,
  mayAct,
}: {
  client: Extract<ClientStatus, { status: 'ready' }>;
  link: FrameLink;
  name: string;
  /** What a guest may only watch takes neither clicks nor keys; the server refuses them, too. */
  mayAct: boolean;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  // A frame that loads something a second time has left the app; it starts again.
  useEffect(() => (frame.current ? link.connect(frame.current) : undefined), [link, loads]);
  const count = useRef(0);
  const query = new URLSearchParams({ base: serverPath(client.base) });
  if (client.app !== undefined) query.set('app', serverPath(client.app));
  if (client.style !== undefined) query.set('style', serverPath(client.style));
  return (
    <iframe
      key={loads}
      ref={frame}
      inert={!mayAct}
      title={`${name}, the app`}
      sandbox="allow-scripts allow-forms allow-downloads"
      src={`${serverPath(client.frame)}?${query}`}
      onLoad={() => {
        count.current++;
        if (count.current <= 1) return;
        count.current = 0;
        setLoads(loads + 1);
      }}
    />
  );
}
