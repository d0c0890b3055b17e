import type { AreaServices } from '../area/area.ts';
import type { Route, RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { isWantedDeed } from '../area/time-line/is-wanted.ts';
import { readTimeLine } from '../area/time-line/read-time-line.ts';
import { toDeeds } from '../area/time-line/to-deeds.ts';
import { TandemError } from '../errors.ts';
import { followChanges } from '../lib/follow-changes.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { DeedPage, TimeLineMessage } from '../protocol/deed.ts';
import type { SessionRecord } from '../session/session-record.ts';
import type { Sessions } from '../session/sessions.ts';
import { downloadHistory } from './download-history.ts';
import { EVERYTHING, parseWanted, wantedIn } from './wanted-in.ts';

/** At the origin of views, agents' code runs: it gets nothing but live UIs, which it is part of. */
const KIND_OF_VIEWS = 'live';
const PAGE = 50;
const MORE_PARTS = 200;
const LOOK_AGAIN_MS = 2_000;
const NO_STORE = { 'Cache-Control': 'no-store' };
/** The code that a socket is closed with when its session is not there for this person. */
const GONE = 4404;

/** The time line of a session: its end and what is added, pushed; earlier parts; and all of it as a file. */
export function createHistoryRoutes(
  services: () => AreaServices,
  places: PlaceFilter,
): { routes: Route[]; sockets: Socket[] } {
  const doors = ['page', 'views'] as const;
  return {
    routes: doors.flatMap((door): Route[] => [
      {
        door,
        method: 'GET',
        path: '/api/sessions/:id/history',
        async handle(_request, { principal, params, url }) {
          const record = await find({ principal, params, door });
          const before = url.searchParams.get('before') ?? undefined;
          const wanted = wantedIn(url.searchParams);
          const { deeds, earlier } = await readTimeLine(services().sessions, record, {
            wanted,
            limit: PAGE,
            before,
          });
          const page: DeedPage = { deeds, ...(earlier !== undefined && { earlier }) };
          return Response.json(page, { headers: NO_STORE });
        },
      },
      {
        door,
        method: 'GET',
        path: '/api/sessions/:id/history.jsonl',
        async handle(_request, { principal, params }) {
          const { sessions, log } = services();
          const shown = principal.local ? (text: string) => text : places.data;
          return downloadHistory(sessions, await find({ principal, params, door }), { log, shown });
        },
      },
    ]),
    sockets: doors.map((door) => ({
      door,
      path: '/ws/sessions/:id/history',
      check: async ({ principal, params }) => void (await find({ principal, params, door })),
      connect: (connection, ctx) => follow(connection, ctx, door),
    })),
  };

  async function find({
    principal,
    params,
    door,
  }: Pick<RouteContext, 'principal' | 'params'> & { door: 'page' | 'views' }): Promise<SessionRecord> {
    const sessionId = params.id ?? '';
    const { sessions } = services();
    const named = door === 'views' ? await findByAlias(sessions, principal, sessionId) : undefined;
    const record = named ?? (await sessions.get(principal, sessionId));
    if (door === 'page' || record.kind === KIND_OF_VIEWS) return record;
    throw new TandemError('not_found', `Session "${sessionId}" not found.`);
  }

  function follow(connection: SocketConnection, ctx: RouteContext, door: 'page' | 'views'): void {
    const { sessions, log } = services();
    const { principal, params } = ctx;
    const send = (message: TimeLineMessage) => connection.send(JSON.stringify(message));
    let wanted = EVERYTHING;
    /** The last place that the page has; undefined until it has the end of what it wants. */
    let last: string | undefined;
    let isSent = false;
    let followed = '';
    let lookAgain = () => {};
    const look = async () => {
      // Again each time: a share may have ended.
      const record = await find({ principal, params: { id: followed || (params.id ?? '') }, door });
      followed = record.sessionId;
      if (!isSent) {
        isSent = true;
        const asked = wanted;
        const part = await readTimeLine(sessions, record, { wanted, limit: PAGE });
        ({ last } = part);
        const { deeds, earlier } = part;
        const you = principal.userId;
        send({
          type: 'end',
          wanted: asked,
          name: record.name,
          you,
          deeds,
          ...(earlier !== undefined && { earlier }),
        });
        return;
      }
      const parts =
        last === undefined
          ? await sessions.parts(record, { limit: MORE_PARTS })
          : await sessions.parts(record, { after: last, limit: MORE_PARTS });
      last = parts.at(-1)?.place ?? last;
      const deeds = toDeeds(parts, sessions.kind(record.kind)).filter((deed) => isWantedDeed(deed, wanted));
      if (deeds.length > 0) send({ type: 'more', deeds });
      if (parts.length === MORE_PARTS) lookAgain();
    };
    const lookOrClose = () =>
      look().catch((error: unknown) => {
        if (error instanceof TandemError && error.code === 'not_found')
          return connection.close(GONE, 'session not found');
        log.error('a time line could not be read', error);
        connection.close(1011, 'the time line could not be read');
      });
    connection.onMessage((text) => {
      wanted = parseWanted(text);
      isSent = false;
      lookAgain();
    });
    connection.onClose(
      followChanges(lookOrClose, {
        everyMs: LOOK_AGAIN_MS,
        onChange(listener) {
          lookAgain = listener;
          const stops = [
            sessions.onAppend(({ sessionId }) => {
              if (sessionId === followed) listener();
            }),
            sessions.onOthersChange({}, (key) => {
              if (key === undefined || key.sessionId === followed) listener();
            }),
          ];
          return () => {
            for (const stop of stops) stop();
          };
        },
      }),
    );
  }
}

/** A live UI by the number that its own page knows it by. */
async function findByAlias(
  sessions: Sessions,
  principal: RouteContext['principal'],
  alias: string,
): Promise<SessionRecord | undefined> {
  if (!/^\d+$/.test(alias)) return undefined;
  const query = { kind: KIND_OF_VIEWS, status: 'open', limit: 200 } as const;
  for (const { sessionId } of (await sessions.list(principal, query)).sessions) {
    const record = await sessions.find({ sessionId, userId: principal.userId });
    if (record && sessions.kind(record.kind)?.aliasOf?.(record) === alias) return record;
  }
  return undefined;
}
