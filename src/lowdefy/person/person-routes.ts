import type { Connection, Route, RouteContext, Socket } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { type AppPage, type RowsWanted, rowsWantedSchema } from '../../protocol/app-page.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { AppPages } from './app-pages.ts';

/** Other processes may work on the same sessions; a store tells nobody. */
const LOOK_AGAIN_MS = 2000;
/** Nobody tells when an app is mended either; and one that is stuck whenever it is looked at must not be all the time. */
const AGAIN_AFTER_PROBLEM = 15;
const NONE = -1;

export interface PersonServing {
  pages: AppPages;
  sessions: Sessions;
  log: Logger;
}

/** The page of an app's session: what is on it, told as it changes, and what the person does there. */
export function createPersonRoutes(serving: () => PersonServing): { routes: Route[]; sockets: Socket[] } {
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

/** Tell how the session stands, and again whenever that has changed. */
function follow(
  connection: Connection,
  { principal, params }: RouteContext,
  { pages, sessions, log }: PersonServing,
): void {
  const sessionId = params.id ?? '';
  let rows: RowsWanted | undefined;
  let shown = '';
  let rev = NONE;
  let ticks = 0;
  let isLooking = false;
  let isStale = false;
  const send = (page: AppPage) => {
    const text = JSON.stringify(page);
    if (text !== shown) connection.send(text);
    shown = text;
    ticks = page.isAnswering ? 1 : page.problem === undefined ? 0 : AGAIN_AFTER_PROBLEM;
  };
  /** One at a time: what comes while it looks is seen by looking once more. */
  async function look(): Promise<void> {
    isStale = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isStale) {
        isStale = false;
        rev = await pages.revOf(principal, sessionId);
        send(await pages.look(principal, sessionId, rows));
      }
    } catch (error) {
      // Another process works on it, perhaps for long: what is shown stays until it can be looked at again.
      if (error instanceof TandemError && error.code === 'busy') {
        rev = NONE;
        return;
      }
      if (!(error instanceof TandemError)) log.error('a session could not be shown', error);
      connection.close(1011, 'the session could not be shown');
    } finally {
      isLooking = false;
    }
  }
  const lookIfChanged = async () => {
    if ((await pages.revOf(principal, sessionId).catch(() => NONE)) !== rev || rev === NONE || --ticks === 0)
      await look();
  };
  const looking = setInterval(() => void lookIfChanged(), LOOK_AGAIN_MS);
  const stopListening = sessions.onChange((session, userId) => {
    if (session.sessionId === sessionId && userId === principal.userId) void look();
  });
  connection.onMessage((text) => {
    const wanted = parseWanted(text);
    if (!wanted) return;
    rows = wanted;
    void look();
  });
  connection.onClose(() => {
    clearInterval(looking);
    stopListening();
  });
  void look();
}

function parseWanted(text: string): RowsWanted | undefined {
  try {
    return rowsWantedSchema.parse(JSON.parse(text)).rows;
  } catch {
    return undefined;
  }
}
