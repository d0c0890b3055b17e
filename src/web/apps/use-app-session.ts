import { useCallback, useEffect, useRef, useState } from 'react';
import type { Acted, AppPage, RowsWanted } from '../../protocol/app-page.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { type OwnStep, ShownRev, toSeenRev } from './seen-rev.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;
/** More than anybody does before the page hears of it. */
const MAX_STEPS = 50;

/** What is typed here would be lost by signing in here. */
export const SIGNED_OUT =
  'You are signed out. Sign in in another tab (run “tandem open”), and this page continues.';

export type Connection = 'connecting' | 'open' | 'away' | 'refused' | 'signedOut';

/** What a person does on the page of an app; the actions of `interact`. */
export type AppAction = { type: string; [given: string]: unknown };

export interface AppSession {
  page: AppPage | undefined;
  connection: Connection;
  /** What came of what the person did last; words for people. */
  outcome: { text: string; isFault: boolean; opened?: Acted['done'][number]['opened'] } | undefined;
  isBusy: boolean;
  act(...actions: AppAction[]): Promise<boolean>;
  /** The same for what depends on what was seen, such as a row or an approval: not done when somebody else has changed it. */
  actAsSeen(...actions: AppAction[]): Promise<boolean>;
  showRows(rows: RowsWanted): void;
}

/** A session of an app, as it stands: told by the server, whoever acts in it. */
export function useAppSession(sessionId: string): AppSession {
  const [page, setPage] = useState<AppPage>();
  const [connection, setConnection] = useState<Connection>('connecting');
  const [said, setSaid] = useState<AppSession['outcome'] & { address: string | undefined }>();
  const address = useRef<string>(undefined);
  const [running, setRunning] = useState(0);
  const socket = useRef<WebSocket>(undefined);
  const wanted = useRef<string>(undefined);
  const line = useRef(Promise.resolve());
  const own = useRef<OwnStep[]>([]);
  const shown = useRef(new ShownRev());

  useEffect(() => {
    let wait = FIRST_WAIT_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    let isLoaded = false;
    function connect(): void {
      const made = new WebSocket(`ws://${location.host}/ws/apps/${encodeURIComponent(sessionId)}`);
      socket.current = made;
      // The server forgets with the connection which rows were asked for.
      made.addEventListener('open', () => wanted.current !== undefined && made.send(wanted.current));
      made.addEventListener('message', ({ data }) => {
        wait = FIRST_WAIT_MS;
        isLoaded = true;
        setConnection('open');
        const told = JSON.parse(String(data)) as AppPage;
        setPage((before) => toShown(told, before));
        if (told.problem === undefined) address.current = told.address;
        shown.current.show(told.rev);
      });
      made.addEventListener('close', () => void retry());
    }
    async function retry(): Promise<void> {
      if (isLeft) return;
      // To a WebSocket a refusal looks like a server that is away.
      const response = await fetch('/api/status').catch(() => undefined);
      const isSignedOut = response?.status === 401;
      // Reloading shows how to sign in again, and would take away what is being typed.
      if (isSignedOut && !isLoaded) return location.reload();
      // A server that is there and never said anything of the session knows of none.
      const isRefused = !isLoaded && response !== undefined;
      setConnection(isRefused ? 'refused' : isSignedOut ? 'signedOut' : 'away');
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
    connect();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      socket.current?.close();
    };
  }, [sessionId]);

  const perform = useCallback(
    async (actions: AppAction[], rev?: number): Promise<boolean> => {
      setRunning((count) => count + 1);
      // One after the other: who leaves a field by a click on a button means the click to come after the value.
      const before = line.current;
      let leave = () => {};
      line.current = new Promise((resolve) => {
        leave = resolve;
      });
      try {
        await before;
        const seen = rev === undefined ? undefined : toSeenRev(rev, own.current);
        const { done, from, to } = await send(sessionId, { actions, rev: seen });
        own.current = [...own.current, { from, to }].slice(-MAX_STEPS);
        const failed = done.find(({ success }) => !success);
        const said = done.flatMap(({ messages = [], warnings = [] }) => [...messages, ...warnings]);
        const text = failed?.error ?? said.join(' ');
        leave();
        // Else what was there before would show again for a moment.
        await shown.current.until(to);
        const opened = done.findLast((one) => one.opened)?.opened;
        const isSaid = text !== '' || opened !== undefined;
        const isFault = failed !== undefined;
        setSaid(isSaid ? { text, isFault, opened, address: address.current } : undefined);
        return !failed;
      } catch (error) {
        setSaid({ text: (error as Error).message, isFault: true, address: address.current });
        return false;
      } finally {
        leave();
        setRunning((count) => count - 1);
      }
    },
    [sessionId],
  );
  const act = useCallback((...actions: AppAction[]) => perform(actions), [perform]);
  const rev = page?.rev;
  const actAsSeen = useCallback((...actions: AppAction[]) => perform(actions, rev), [perform, rev]);
  const showRows = useCallback((rows: RowsWanted) => {
    wanted.current = JSON.stringify({ rows });
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(wanted.current);
  }, []);
  // What came of something on one page says nothing on another.
  const outcome = said?.address === page?.address ? said : undefined;
  return { page, connection, outcome, isBusy: running > 0, act, actAsSeen, showRows };
}

/** What was shown last stays where the app cannot be looked at now: somebody may be typing there. */
function toShown(told: AppPage, before: AppPage | undefined): AppPage {
  if (told.problem === undefined || !before?.view) return told;
  return { ...told, view: before.view, address: before.address };
}

async function send(
  sessionId: string,
  what: { actions: AppAction[]; rev?: number | undefined },
): Promise<Acted> {
  let isSignedOut = false;
  const response = await pageHeaders(() => {
    isSignedOut = true;
  })
    .then((headers) =>
      fetch(`/api/apps/${encodeURIComponent(sessionId)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(what),
      }),
    )
    .catch(() => {
      throw new Error(isSignedOut ? SIGNED_OUT : 'The server is not reachable. Try again in a moment.');
    });
  const body = (await response.json()) as Acted & { error?: string };
  if (response.status === 401) throw new Error(SIGNED_OUT);
  if (!response.ok) throw new Error(body.error ?? 'That did not work.');
  return body;
}
