import type { Route, RouteContext } from '../area/route.ts';
import { TandemError } from '../errors.ts';
import { knownSession } from './known-session.ts';
import type { LiveServer } from './live-server.ts';
import type { LiveSession } from './live-session.ts';

const DEFAULT_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 120;
const MAX_TOPIC = 200;

/**
 * Endpoints for scripts on the MCP port: what is shown, what the person did, what others publish. `?session=` selects
 * another session than "1".
 */
export function createLiveRoutes(server: LiveServer): Route[] {
  const get = (
    path: string,
    answer: (session: LiveSession, request: Request, url: URL) => Promise<Response>,
  ): Route => ({
    door: 'debug',
    method: 'GET',
    path,
    handle: async (request, ctx) => answer(await sessionOf(ctx), request, ctx.url),
  });
  const sessionOf = async ({ principal, url }: RouteContext) => {
    await server.ready(principal);
    return knownSession(server, principal, url.searchParams.get('session') ?? undefined);
  };

  return [
    get('/state', async (session) => Response.json((await session.state()) ?? null)),
    {
      ...get('/variables', async (session) => Response.json(await session.variables())),
      viewsPath: (url) => `/${encodeURIComponent(url.searchParams.get('session') ?? '1')}/variables`,
    },
    get('/wait', async (session, request, url) => {
      const seconds = secondsOf(url.searchParams.get('timeout'));
      const events = await session.wait(seconds * 1000, request.signal);
      return events.length > 0 ? Response.json(events) : new Response(null, { status: 204 });
    }),
    {
      door: 'debug',
      method: 'POST',
      path: '/publish',
      async handle(request, ctx) {
        const topic = topicOf(ctx.url.searchParams.get('topic'));
        const data: unknown = await request.json();
        // Its files are loaded with it, and with them its subscriptions.
        const session = await sessionOf(ctx);
        const all = ctx.url.searchParams.has('session') ? [session] : server.readySessions(ctx.principal);
        const counts = await Promise.all(all.map((one) => one.publish(topic, data)));
        return Response.json({ listeners: counts.reduce((sum, count) => sum + count, 0) });
      },
    },
  ];
}

function topicOf(text: string | null): string {
  if (text !== null && text !== '' && text.length <= MAX_TOPIC) return text;
  throw new TandemError(
    'invalid_input',
    `Name the topic, at most ${MAX_TOPIC} characters: POST /publish?topic=orders`,
  );
}

function secondsOf(text: string | null): number {
  if (text === null) return DEFAULT_WAIT_SECONDS;
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(seconds))
    throw new TandemError(
      'invalid_input',
      `timeout is a number of seconds, at most ${MAX_WAIT_SECONDS}, not "${text.slice(0, 50)}".`,
    );
  return Math.min(seconds, MAX_WAIT_SECONDS);
}
