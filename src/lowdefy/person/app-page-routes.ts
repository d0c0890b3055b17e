import type { Route, RouteContext, Socket, SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { followChanges } from '../../lib/follow-changes.ts';
import type { Logger } from '../../lib/logger.ts';
import { type AppSessionState, type RowsWanted, rowsWantedSchema } from '../../protocol/app-session-state.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { AppPages } from './app-pages.ts';

const LOOK_AGAIN_MS = 2000;
/** Nothing reports that an app works again, so it is polled; a stuck app must not be polled often. */
const AGAIN_AFTER_PROBLEM = 15;
const NONE = -1;

export interface PersonServing {
  pages: AppPages;
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
            headers: { 'Cache-Control': 'no-store' },
          }),
      },
    ],
    sockets: [
      {
        door: 'page',
        path: '/ws/apps/:id',
        check: ({ principal, params }) => serving().pages.check(principal, params.id ?? ''),
        connect: (connection, ctx) => follow(connection, ctx, serving()),
      },
    ],
  };
}

/** Sends the current state of the session, and again whenever it changes. */
function follow(
  connection: SocketConnection,
  { principal, params }: RouteContext,
  { pages, sessions, log }: PersonServing,
): void {
  const sessionId = params.id ?? '';
  let rows: RowsWanted | undefined;
  let shown = '';
  let rev = NONE;
  let ticks = 0;
  let lookNow = () => {};
  const send = (page: AppSessionState) => {
    const text = JSON.stringify(page);
    if (text !== shown) connection.send(text);
    shown = text;
    ticks = page.isAnswering ? 1 : page.problem === undefined ? 0 : AGAIN_AFTER_PROBLEM;
  };
  async function look(): Promise<void> {
    try {
      rev = await pages.revOf(principal, sessionId);
      send(await pages.look(principal, sessionId, rows));
    } catch (error) {
      // Another process is using the session, perhaps for a while: the page keeps what it shows until the next read.
      if (error instanceof TandemError && error.code === 'busy') {
        rev = NONE;
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
        lookNow = listener;
        return sessions.onChange((session, userId) => {
          if (session.sessionId === sessionId && userId === principal.userId) listener();
        });
      },
    },
  );
  connection.onMessage((text) => {
    const wanted = parseWanted(text);
    if (!wanted) return;
    rows = wanted;
    lookNow();
  });
  connection.onClose(stop);
}

function parseWanted(text: string): RowsWanted | undefined {
  try {
    return rowsWantedSchema.parse(JSON.parse(text)).rows;
  } catch {
    return undefined;
  }
}
