import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Acted,
  type AppSessionState,
  appSessionStateSchema,
  type RowsWanted,
  SESSION_GONE,
} from '../../protocol/app-session-state.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { readMessage } from '../page/read-message.ts';
import { ReconnectingSocket, type SocketHandlers } from '../page/reconnecting-socket.ts';
import { serverPath } from '../page/server-path.ts';
import { postToSession } from './post-to-session.ts';
import { type OwnStep, ShownRev, toSeenRev } from './seen-rev.ts';

/** More than anybody does before the page hears of it. */
const MAX_STEPS = 50;

export type AppConnectionState = 'connecting' | 'open' | 'away' | 'refused' | 'signedOut';

/** What a person does on the page of an app; the actions of `interact`. */
export type PersonAction = { type: string; [given: string]: unknown };

export interface SharedAppSession {
  page: AppSessionState | undefined;
  connection: AppConnectionState;
  /** What came of what the person did last; words for people. */
  outcome: { text: string; isFault: boolean; opened?: Acted['done'][number]['opened'] } | undefined;
  isBusy: boolean;
  act(...actions: PersonAction[]): Promise<boolean>;
  /** The same for what depends on what was seen, such as a row or an approval: not done when somebody else has changed it. */
  actAsSeen(...actions: PersonAction[]): Promise<boolean>;
  showRows(rows: RowsWanted): void;
}

/** A session of an app, as it stands: told by the server, whoever acts in it. */
export function useAppSession(
  sessionId: string,
  /** Where every state goes that is for the real client; a frame must not miss one. */
  onReplica?: (state: AppSessionState) => void,
): SharedAppSession {
  const tellReplica = useRef(onReplica);
  tellReplica.current = onReplica;
  const isReplica = onReplica !== undefined;
  const [page, setPage] = useState<AppSessionState>();
  const [connection, setConnection] = useState<AppConnectionState>('connecting');
  const [said, setSaid] = useState<SharedAppSession['outcome'] & { address: string | undefined }>();
  const address = useRef<string>(undefined);
  const [running, setRunning] = useState(0);
  const socket = useRef<ReconnectingSocket>(undefined);
  const wanted = useRef<string>(undefined);
  const line = useRef(Promise.resolve());
  const own = useRef<OwnStep[]>([]);
  const shown = useRef(new ShownRev());

  useEffect(() => {
    let isLoaded = false;
    const handlers: SocketHandlers = {
      // The server forgets with the connection which rows were asked for.
      onOpen: () => void (wanted.current !== undefined && made.send(wanted.current)),
      onText(text) {
        const told = readMessage(appSessionStateSchema, text);
        if (!told) return;
        isLoaded = true;
        setConnection('open');
        setPage((before) => toShown(told, before));
        tellReplica.current?.(told);
        if (told.problem === undefined) address.current = told.address;
        shown.current.show(told.rev);
      },
      async onLost({ code }) {
        if (code === SESSION_GONE) {
          setPage(undefined);
          setConnection('refused');
          return 'stop';
        }
        // To a WebSocket, a refusal looks like a server that is away.
        const response = await fetch(serverPath('/api/status')).catch(() => undefined);
        const isSignedOut = response?.status === 401;
        // Reloading shows how to sign in again; it would take away what is being typed.
        if (isSignedOut && !isLoaded) {
          location.reload();
          return 'stop';
        }
        // A server that is there and sent nothing about the session does not know it.
        const isRefused = !isLoaded && response !== undefined;
        setConnection(isRefused ? 'refused' : isSignedOut ? 'signedOut' : 'away');
        return 'retry';
      },
    };
    const made = new ReconnectingSocket(toSocketPath(sessionId, isReplica), handlers, {
      headers: () => pageHeaders(() => {}),
    });
    socket.current = made;
    made.start();
    return () => made.close();
  }, [sessionId, isReplica]);

  const perform = useCallback(
    async (actions: PersonAction[], rev?: number): Promise<boolean> => {
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
  const act = useCallback((...actions: PersonAction[]) => perform(actions), [perform]);
  const rev = page?.rev;
  const actAsSeen = useCallback((...actions: PersonAction[]) => perform(actions, rev), [perform, rev]);
  const showRows = useCallback((rows: RowsWanted) => {
    wanted.current = JSON.stringify({ rows });
    socket.current?.send(wanted.current);
  }, []);
  // What came of something on one page says nothing on another.
  const outcome = said?.address === page?.address ? said : undefined;
  return { page, connection, outcome, isBusy: running > 0, act, actAsSeen, showRows };
}

function toSocketPath(sessionId: string, isReplica: boolean): string {
  return `/ws/apps/${encodeURIComponent(sessionId)}${isReplica ? '/replica' : ''}`;
}

/** What was shown last stays where the app cannot be looked at now: somebody may be typing there. */
function toShown(told: AppSessionState, before: AppSessionState | undefined): AppSessionState {
  if (told.problem === undefined || !before?.view) return told;
  return { ...told, view: before.view, address: before.address };
}

function send(
  sessionId: string,
  what: { actions: PersonAction[]; rev?: number | undefined },
): Promise<Acted> {
  return postToSession(`/api/apps/${encodeURIComponent(sessionId)}`, what);
}
