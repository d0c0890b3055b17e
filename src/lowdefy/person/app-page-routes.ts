import type { Route, RouteContext, Socket, SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { followChanges } from '../../lib/follow-changes.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  type AppSessionState,
  type RowsWanted,
  rowsWantedSchema,
  SESSION_GONE,
} from '../../protocol/app-session-state.ts';
import type { Sessions } from '../../session/sessions.ts';
import { onSessionChange } from '../session/on-session-change.ts';
import type { AppPages, LookWanted } from './app-pages.ts';
import type { Replicas } from './replicas.ts';

const LOOK_AGAIN_MS = 2000;
/** Nothing reports that an app works again, so it is polled; a stuck app must not be polled often. */
const AGAIN_AFTER_PROBLEM = 15;
const NONE = -1;
const NO_STORE = { 'Cache-Control': 'no-store' };

export interface PersonServing {
  pages: AppPages;
  replicas: Replicas;
  sessions: Sessions;
  log: Logger;
}

/** The page of an app session: its content, pushed as it changes, and the person's actions. */
export function createAppPageRoutes(serving: () => PersonServing): { routes: Route[]; sockets: Socket[] } {
  return {
    routes: [
      {
        door: 'page',
        method: 'POST',
        path: '/api/apps/:id',
        needsPageToken: true,
        handle: async (request, { principal, params }) =>
          Response.json(await serving().pages.act(principal, params.id ?? '', await request.json()), {
            headers: NO_STORE,
          }),
      },
      {
        door: 'page',
        method: 'POST',
        path: '/api/apps/:id/calls',
        needsPageToken: true,
        handle: async (request, { principal, params }) =>
          Response.json(await serving().replicas.call(principal, params.id ?? '', await request.json()), {
            headers: NO_STORE,
          }),
      },
      {
        door: 'page',
        method: 'POST',
        path: '/api/apps/:id/hold',
        needsPageToken: true,
        handle: async (request, { principal, params }) => {
          await serving().pages.hold(principal, params.id ?? '', await request.json());
          return new Response(null, { status: 204, headers: NO_STORE });
        },
      },
      {
        door: 'page',
        method: 'POST',
        path: '/api/apps/:id/undo',
        needsPageToken: true,
        handle: async (_request, { principal, params }) =>
          Response.json(await serving().pages.undo(principal, params.id ?? ''), { headers: NO_STORE }),
      },
      {
        door: 'page',
        method: 'GET',
        path: '/api/apps/:id/client',
        handle: async (_request, { principal, params }) =>
          Response.json(await serving().replicas.client(principal, params.id ?? ''), { headers: NO_STORE }),
      },
    ],
    sockets: [
      {
        door: 'page',
        path: '/ws/apps/:id',
        check: ({ principal, params }) => serving().pages.check(principal, params.id ?? ''),
        connect: (connection, ctx) => follow(connection, ctx, serving(), plainLook(connection)),
      },
      {
        door: 'page',
        path: '/ws/apps/:id/replica',
        check: ({ principal, params }) => serving().pages.check(principal, params.id ?? ''),
        connect: (connection, ctx) => follow(connection, ctx, serving(), replicaLook()),
      },
    ],
  };
}

/** Sends the current state of the session, and again whenever it changes. */
function follow(
  connection: SocketConnection,
  { principal, params }: RouteContext,
  { pages, sessions, log }: PersonServing,
  reader: Reader,
): void {
  const sessionId = params.id ?? '';
  let shown = '';
  let rev = NONE;
  let ticks = 0;
  const send = (page: AppSessionState) => {
    const text = textOf(page);
    if (text !== shown) connection.send(text);
    shown = text;
    reader.onSent?.(page);
    ticks = page.isAnswering ? 1 : page.problem === undefined ? 0 : AGAIN_AFTER_PROBLEM;
  };
  async function look(): Promise<void> {
    try {
      const page = await pages.look(principal, sessionId, reader.wanted());
      rev = page.rev;
      send(page);
    } catch (error) {
      // Another process is using the session, perhaps for a while: the page keeps what it shows until the next read.
      if (error instanceof TandemError && error.code === 'busy') {
        rev = NONE;
        return;
      }
      // It was removed, or is no longer shared with this person.
      if (error instanceof TandemError && error.code === 'not_found') {
        connection.close(SESSION_GONE, 'session not found');
        return;
      }
      if (!(error instanceof TandemError)) log.error('a session could not be shown', error);
      connection.close(1011, 'the session could not be shown');
    }
  }
  const isDue = async () =>
    (await pages.revOf(principal, sessionId).catch(() => NONE)) !== rev || rev === NONE || --ticks === 0;
  const stop = followChanges(
    async (reason) => {
      if (reason !== 'interval' || (await isDue())) await look();
    },
    {
      everyMs: LOOK_AGAIN_MS,
      onChange(listener) {
        reader.lookAgain = listener;
        return onSessionChange(sessions, sessionId, listener);
      },
    },
  );
  const leave = pages.people.enter(sessionId, principal, () => reader.lookAgain());
  connection.onClose(() => {
    stop();
    leave();
  });
}

const texts = new WeakMap<AppSessionState, string>();

/** What several pages are shown is written once. */
function textOf(page: AppSessionState): string {
  const known = texts.get(page) ?? JSON.stringify(page);
  texts.set(page, known);
  return known;
}

/** What the page at the other end wants to see. */
interface Reader {
  wanted(): LookWanted;
  onSent?(page: AppSessionState): void;
  /** Set while the session is followed. */
  lookAgain(): void;
}

function plainLook(connection: SocketConnection): Reader {
  let rows: RowsWanted | undefined;
  const reader: Reader = { wanted: () => ({ rows }), lookAgain() {} };
  connection.onMessage((text) => {
    const wanted = parseWanted(text);
    if (!wanted) return;
    rows = wanted;
    reader.lookAgain();
  });
  return reader;
}

/** The configuration of a page is sent once per visit. */
function replicaLook(): Reader {
  let knownVisit: number | undefined;
  return {
    wanted: () => ({ replica: { knownVisit } }),
    onSent(page) {
      knownVisit = page.replica?.visit ?? knownVisit;
    },
    lookAgain() {},
  };
}

function parseWanted(text: string): RowsWanted | undefined {
  try {
    return rowsWantedSchema.parse(JSON.parse(text)).rows;
  } catch {
    return undefined;
  }
}
