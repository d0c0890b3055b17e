import { join } from 'node:path';
import type { Area } from '../area/area.ts';
import type { Route, RouteContext, Socket, SocketConnection } from '../area/route.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { followChanges } from '../lib/follow-changes.ts';
import { serveFile } from '../lib/serve-file.ts';
import type { ListedSession, PageMessage, Status } from '../protocol/page-messages.ts';
import { type SessionRecord, type SessionSummary, toSummary } from '../session/session-record.ts';
import type { HttpOptions } from './http-options.ts';
import type { Site } from './site.ts';
import { toBasedPage } from './to-based-page.ts';

const CSP =
  "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

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
          async handle() {
            const page = await serveFile(options.webRoot, file, {
              'Content-Security-Policy': CSP,
              'Cache-Control': 'no-store',
            });
            return new Response(toBasedPage(await page.text(), site.base), page);
          },
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
      closable: session.status === 'open' && kind?.closable === true,
    };
  }

  function status({ principal }: RouteContext): Status {
    return {
      version: options.version,
      dir: options.dir,
      mcpUrl: site.mcpUrl(),
      user: { userId: principal.userId, name: principal.name },
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
    const look = async () => {
      const { sessions: all } = await sessions.list(principal, { limit: 200 });
      const now = JSON.stringify(all);
      if (now !== shown) send({ type: 'sessions', sessions: all.map(toListed) });
      shown = now;
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
      followChanges(lookOrClose, { everyMs: LOOK_AGAIN_MS }),
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
