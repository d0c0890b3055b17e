import { z } from 'zod';
import type { Route, RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { isAdmin } from '../auth/is-admin.ts';
import { TandemError } from '../errors.ts';
import { HttpError } from '../lib/error-response.ts';
import { followChanges } from '../lib/follow-changes.ts';
import { createThrottle } from '../lib/throttle.ts';
import type { AdminPageState } from '../protocol/admin-page-state.ts';
import { Administration } from '../session/administration.ts';
import { parseAuditQuery } from '../session/audit-query.ts';
import type { SessionRecord } from '../session/session-record.ts';
import { settleEnded } from '../session/settle-ended.ts';
import { auditStream } from './audit-stream.ts';
import type { HttpOptions } from './http-options.ts';
import { servePage } from './serve-page.ts';
import type { Site } from './site.ts';

const PAGE = 100;
const LOOK_AGAIN_MS = 2_000;
const CHANGES_MS = 500;

const querySchema = z.object({
  user: z.string().optional(),
  kind: z.string().optional(),
  status: z.enum(['open', 'closed', 'expired']).optional(),
  query: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
});

const ownerSchema = z.strictObject({ userId: z.string() });

/** The pages of administrators. To everybody else they are missing. */
export function createAdminRoutes(options: HttpOptions, site: Site): { routes: Route[]; sockets: Socket[] } {
  const { sessions, log } = options;
  const administration = new Administration(sessions);
  const page = { door: 'page' } as const;
  const routes: Route[] = [
    {
      ...page,
      method: 'GET',
      path: '/admin',
      async handle(_request, { principal }) {
        await administration.noteLook(principal);
        return servePage(options, site, 'admin.html');
      },
    },
    { ...page, method: 'GET', path: '/api/admin/sessions', handle: (_request, ctx) => list(ctx) },
    {
      ...page,
      method: 'GET',
      path: '/api/admin/audit',
      handle: (_request, { principal, url }) => {
        const query = parseAuditQuery(Object.fromEntries(url.searchParams), '', new Date());
        const shown = principal.local ? (text: string) => text : options.places.data;
        return auditStream(administration.audit(principal, query), shown, log);
      },
    },
    {
      ...page,
      method: 'POST',
      path: '/api/admin/sessions/:id/end',
      needsPageToken: true,
      handle: async (request, { principal, params }) => {
        const key = { sessionId: params.id ?? '', userId: await ownerIn(request) };
        return ended(await administration.end(principal, key));
      },
    },
    {
      ...page,
      method: 'POST',
      path: '/api/admin/end-all',
      needsPageToken: true,
      handle: async (request, { principal }) =>
        ended(await administration.endAll(principal, await ownerIn(request))),
    },
  ];
  const socket: Socket = {
    ...page,
    path: '/ws/admin',
    check: refuse('No WebSocket endpoint here.'),
    connect,
  };
  return { routes: routes.map(forAdmins), sockets: [socket] };

  function refuse(message?: string): (ctx: RouteContext) => void {
    return ({ principal, url }) => {
      if (!isAdmin(principal, options.adminRoles))
        throw new HttpError(404, message ?? `Not found: ${url.pathname}.`);
    };
  }

  /** Before anything else is said, also that a token is missing. */
  function forAdmins({ needsPageToken, ...route }: Route): Route {
    return {
      ...route,
      handle(request, ctx) {
        refuse()(ctx);
        if (needsPageToken && !ctx.hasPageToken)
          throw new TandemError('forbidden', "This needs the page's own x-tandem-token header.");
        return route.handle(request, ctx);
      },
    };
  }

  async function list({ url }: RouteContext): Promise<Response> {
    const given = querySchema.safeParse(Object.fromEntries(url.searchParams));
    if (!given.success)
      throw new TandemError(
        'invalid_input',
        `${given.error.issues[0]?.path.join('.')}: ${given.error.issues[0]?.message}`,
      );
    const { user, ...query } = present(given.data);
    const found = await administration.list({ ...query, limit: PAGE, ...(user && { userId: user }) });
    const state: AdminPageState = { ...found, kinds: sessions.kinds.map(({ kind }) => kind) };
    return Response.json(state);
  }

  function ended(records: readonly SessionRecord[]): Response {
    // What this process runs is settled by who runs it; the rest is not waited for.
    void settleEnded(sessions, records, { waitMs: LOOK_AGAIN_MS }).catch((error: unknown) =>
      log.error('an ended session could not be settled', error),
    );
    return Response.json({ ended: records.map(({ sessionId }) => sessionId) });
  }

  /** Says that something has changed; the page asks again for what it shows. */
  function connect(connection: SocketConnection): void {
    let shown: string | undefined;
    const look = async () => {
      const now = JSON.stringify(await administration.list({ limit: PAGE }));
      if (shown !== undefined && now !== shown) connection.send('{"type":"changed"}');
      shown = now;
    };
    const follow = (listener: () => void) => {
      const throttle = createThrottle(CHANGES_MS, listener);
      const stops = [
        sessions.onChange(throttle.request),
        sessions.onOthersChange({}, throttle.request),
        throttle.cancel,
      ];
      return () => {
        for (const stop of stops) stop();
      };
    };
    connection.onClose(followChanges(look, { everyMs: LOOK_AGAIN_MS, onChange: follow }));
  }
}

async function ownerIn(request: Request): Promise<string> {
  const given = ownerSchema.safeParse(await request.json());
  if (given.success) return given.data.userId;
  throw new TandemError('invalid_input', 'Send {"userId": "whose session it is"}.');
}

function present<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as never;
}
