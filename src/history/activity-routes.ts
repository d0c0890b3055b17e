import type { AreaServices } from '../area/area.ts';
import type { Route, RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { followChanges } from '../lib/follow-changes.ts';
import { createThrottle } from '../lib/throttle.ts';
import type { ActiveSessions, ActivityMessage } from '../protocol/deed.ts';
import { Activity } from './activity.ts';
import { EVERYTHING, parseWanted, wantedIn } from './wanted-in.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
/** Sessions that come and go without a word are looked for this often. */
const LOOK_AGAIN_MS = 10_000;
/** A busy session is read again at most this often. */
const GAP_MS = 300;

/** All sessions that a user may see, each with the end of its time line, as it changes. */
export function createActivityRoutes(services: () => AreaServices): { routes: Route[]; sockets: Socket[] } {
  return {
    routes: [
      {
        door: 'page',
        method: 'GET',
        path: '/api/activity',
        async handle(_request, { principal, url }) {
          const activity = new Activity(services().sessions, principal);
          const before = url.searchParams.get('before') ?? undefined;
          const page: ActiveSessions = await activity.page(wantedIn(url.searchParams), before);
          return Response.json(page, { headers: NO_STORE });
        },
      },
    ],
    sockets: [{ door: 'page', path: '/ws/activity', connect }],
  };

  function connect(connection: SocketConnection, { principal }: RouteContext): void {
    const { sessions, log } = services();
    const activity = new Activity(sessions, principal);
    const send = (message: ActivityMessage) => connection.send(JSON.stringify(message));
    let wanted = EVERYTHING;
    let shown = '';
    const changed = new Set<string>();
    let lookAgain = () => {};
    const look = async (reason: string) => {
      const ids = [...changed];
      changed.clear();
      if (reason === 'change' && shown !== '' && ids.length > 0) {
        for (const sessionId of ids) {
          const session = await activity.session(sessionId, wanted);
          if (session) send({ type: 'session', session });
        }
        return;
      }
      const asked = wanted;
      const page = await activity.page(asked);
      const now = JSON.stringify([asked, page]);
      if (now !== shown) send({ type: 'newest', wanted: asked, you: principal.userId, ...page });
      shown = now;
    };
    const lookOrClose = (reason: string) =>
      look(reason).catch((error: unknown) => {
        log.error('activity could not be read', error);
        connection.close(1011, 'the activity could not be read');
      });
    const throttle = createThrottle(GAP_MS, () => lookAgain());
    const note = (sessionId: string) => {
      changed.add(sessionId);
      throttle.request();
    };
    const all = () => {
      shown = '';
      throttle.request();
    };
    const stops = [
      sessions.onAppend(({ sessionId, userId }) => {
        if (userId === principal.userId || activity.knows(sessionId)) note(sessionId);
      }),
      sessions.onOthersChange({}, (key) => {
        if (key === undefined) all();
        else if (key.userId === principal.userId || activity.knows(key.sessionId)) note(key.sessionId);
      }),
      sessions.sharing.onShare(principal, all),
      throttle.cancel,
      followChanges(lookOrClose, {
        everyMs: LOOK_AGAIN_MS,
        onChange(listener) {
          lookAgain = listener;
          return () => {};
        },
      }),
    ];
    connection.onMessage((text) => {
      wanted = parseWanted(text);
      all();
    });
    connection.onClose(() => {
      for (const stop of stops) stop();
    });
  }
}
