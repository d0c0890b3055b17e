import { z } from 'zod';
import type { AreaServices } from '../area/area.ts';
import type { Route, RouteContext } from '../area/route.ts';
import { toDeeds } from '../area/time-line/to-deeds.ts';
import { TandemError } from '../errors.ts';
import type { SharePageState } from '../protocol/share-page-state.ts';
import { type LogEntry, toSummary } from '../session/session-record.ts';
import { granteeInput, toGrantee } from './grantee-input.ts';

const PATH = '/api/sessions/:id/shares';
const MAX_LINES = 50;
/** How far back accesses are looked for. */
const MAX_PARTS = 2_000;
const ACCESSES: readonly string[] = ['share', 'revoke', 'view'];

const givenSchema = z.strictObject(granteeInput).required({ may: true });

/** Where pages read and change whom a session is shared with. */
export function createShareRoutes(services: () => AreaServices): Route[] {
  return [
    {
      door: 'page',
      method: 'GET',
      path: PATH,
      handle: async (_request, ctx) => json(await describe(ctx)),
    },
    {
      door: 'page',
      method: 'POST',
      path: PATH,
      needsPageToken: true,
      async handle(request, ctx) {
        const given = givenSchema.safeParse(await request.json());
        const grantee = given.success ? toGrantee(given.data) : undefined;
        if (!given.success || !grantee)
          throw new TandemError(
            'invalid_input',
            'Name a user or a role of at most 200 characters, and what they may do: view, act or answer.',
          );
        const { sessions } = services();
        const record = await sessions.get(ctx.principal, idOf(ctx));
        const { may } = given.data;
        if (may.length > 0) await sessions.sharing.share(ctx.principal, record, grantee, may);
        else await sessions.sharing.revoke(ctx.principal, record, grantee);
        return json(await describe(ctx));
      },
    },
  ];

  async function describe(ctx: RouteContext): Promise<SharePageState> {
    const { sessions } = services();
    const record = await sessions.get(ctx.principal, idOf(ctx));
    const given = await sessions.sharing.of(ctx.principal, record);
    const parts = await sessions.parts(record, { limit: MAX_PARTS });
    const isAccess = ({ action }: LogEntry) => ACCESSES.includes(action);
    const accesses = parts.map((part) => ({ ...part, entries: part.entries.filter(isAccess) }));
    const [link] = sessions.kind(record.kind)?.links?.(toSummary(record)) ?? [];
    return {
      sessionId: record.sessionId,
      name: record.name,
      kind: record.kind,
      ...(link && { href: link.href }),
      sharedWith: given.map(({ with: whom, may, at }) => ({ ...whom, may, at })),
      accesses: toDeeds(accesses, undefined).slice(-MAX_LINES),
    };
  }
}

function idOf({ params }: RouteContext): string {
  return params.id ?? '';
}

function json(body: SharePageState): Response {
  return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
}
