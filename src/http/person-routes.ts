import { join } from 'node:path';
import type { Area } from '../area/area.ts';
import type { Route, RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { isAdmin } from '../auth/is-admin.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { followChanges } from '../lib/follow-changes.ts';
import { serveFile } from '../lib/serve-file.ts';
import type { ListedSession, PageMessage, Status } from '../protocol/page-messages.ts';
import { type SessionRecord, type SessionSummary, toSummary } from '../session/session-record.ts';
import type { SharedSummary } from '../session/session-sharing.ts';
import type { HttpOptions } from './http-options.ts';
import { servePage } from './serve-page.ts';
import type { Site } from './site.ts';

const START_PAGE = { path: '/', file: 'index.html' };

const LOOK_AGAIN_MS = 2000;

/** The person's own pages: what is served, and which sessions there are, as it changes. */
export function createPersonRoutes(options: HttpOptions, site: Site): { routes: Route[]; sockets: Socket[] } {
  const { sessions } = options;
  return {
    routes: [
      ...[START_PAGE, ...options.areas.flatMap((area) => area.pages ?? [])].map(
        ({ path, file }): Route => ({
          door: 'page',
          method: 'GET',
          path,
          handle: () => servePage(options, site, file),
        }),
      ),
      {
        door: 'page',
        method: 'GET',
        path: '/assets/:file',
        handle: (_request, { params }) =>
          serveFile(join(options.webRoot, 'assets'), params.file ?? '', {
            'Cache-Control': 'private, max-age=31536000',
          }),
      },
      {
        door: 'page',
        method: 'GET',
        path: '/api/status',
        handle: (_request, ctx) => Response.json(status(ctx)),
      },
      {
        door: 'page',
        method: 'POST',
        path: '/api/sessions/:id/close',
        needsPageToken: true,
        handle: async (_request, { principal, params }) =>
          Response.json(toSummary(await close(principal, params.id ?? ''))),
      },
    ],
    sockets: [{ door: 'page', path: '/ws', connect }],
  };

  async function close(principal: Principal, sessionId: string): Promise<SessionRecord> {
    const { kind } = await sessions.get(principal, sessionId);
    if (!sessions.kind(kind)?.closable)
      throw new TandemError('invalid_input', `A session of kind ${kind} cannot be closed here.`);
    return sessions.close(principal, sessionId);
  }

  function toListed(session: SessionSummary): ListedSession {
    const kind = sessions.kind(session.kind);
    return {
      ...session,
      links: [...(kind?.links?.(session) ?? [])],
      here: options.areas.flatMap((area) => area.people?.of(session.sessionId) ?? []),
      closable: session.status === 'open' && kind?.closable === true,
      shareable: Boolean(kind?.shareable),
    };
  }

  function toListedOfOther({ owner, may, ...session }: SharedSummary): ListedSession {
    return { ...toListed(session), closable: false, shareable: false, owner: owner.name, may };
  }

  function status({ principal }: RouteContext): Status {
    return {
      version: options.version,
      dir: options.dir,
      mcpUrl: site.mcpUrl(),
      ...(principal.local && { command: [...options.command, 'mcp', '--dir', options.dir] }),
      agentsShow: site.oauth ? 'signIn' : 'key',
      user: { userId: principal.userId, name: principal.name },
      isTeam: !principal.local,
      isAdmin: isAdmin(principal, options.adminRoles),
      ...(site.people.page.signOutPath !== undefined && { signOutPath: site.people.page.signOutPath }),
      areas: options.areas.map((area) => ({
        name: area.name,
        tools: (area.tools ?? []).map((tool) => tool.name),
        ...menuOf(area),
      })),
    };
  }

  /** All sessions and problems, then whatever changes: at once from this process, soon after from others on the same store. */
  function connect(connection: SocketConnection, { principal }: RouteContext): void {
    const send = (message: PageMessage) => connection.send(JSON.stringify(message));
    let shown = '';
    let theirs = new Set<string>();
    const look = async () => {
      const { sessions: all } = await sessions.list(principal, { limit: 200 });
      const ofOthers = await sessions.sharing.list(principal);
      theirs = new Set(ofOthers.map(({ sessionId }) => sessionId));
      const now = [...all.map(toListed), ...ofOthers.map(toListedOfOther)];
      const text = JSON.stringify(now);
      if (text !== shown) send({ type: 'sessions', sessions: now });
      shown = text;
    };
    const lookOrClose = () =>
      look().catch((error: unknown) => {
        options.log.error('sessions could not be listed for a page', error);
        connection.close(1011, 'sessions could not be listed');
      });
    const tellProblems = () => {
      const problems = options.areas.flatMap((area) => area.problems?.list ?? []);
      send({ type: 'problems', problems });
    };
    tellProblems();
    const stops = [
      followChanges(lookOrClose, {
        everyMs: LOOK_AGAIN_MS,
        onChange(listener) {
          const stops = [
            sessions.onOthersChange({ userId: principal.userId }, listener),
            sessions.sharing.onShare(principal, listener),
            sessions.onChange(({ sessionId }) => void (theirs.has(sessionId) && listener())),
            ...options.areas.flatMap((area) => area.people?.onChange(listener) ?? []),
          ];
          return () => {
            for (const stop of stops) stop();
          };
        },
      }),
      sessions.onChange((session, userId) => {
        if (userId === principal.userId) send({ type: 'session', session: toListed(session) });
      }),
      ...options.areas.flatMap((area) => area.problems?.onChange(tellProblems) ?? []),
    ];
    connection.onClose(() => {
      for (const stop of stops) stop();
    });
  }
}

function menuOf({ pages = [] }: Area): Pick<Status['areas'][number], 'page'> {
  const page = pages.find(({ title }) => title !== undefined);
  return page?.title === undefined ? {} : { page: { path: page.path, title: page.title } };
}
