import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route, RouteContext } from '../area/route.ts';
import { TandemError } from '../errors.ts';
import { STATUS_OF_ERROR } from '../lib/error-response.ts';
import { escapeHtml, isOpenedPage, toHtmlPage } from '../lib/html-page.ts';
import { serveFile } from '../lib/serve-file.ts';
import { serveAuthorFile } from './author-file.ts';
import { readAuthorPage } from './author-page.ts';
import { toDefaultPage } from './default-page.ts';
import { knownSession } from './known-session.ts';
import { LIVE_HOME } from './live-home.ts';
import type { LiveServer } from './live-server.ts';
import type { LiveSession } from './live-session.ts';

/** Our own page, and the components that views use, as built. */
const WEB = fileURLToPath(new URL('../web/live', import.meta.url));
const SHOELACE = fileURLToPath(new URL('../shoelace', import.meta.url));
const SESSION_ID = /^(\d{1,9}|sess_\w+)$/;
const IMMUTABLE = { 'Cache-Control': 'private, max-age=31536000' };
const FRESH = { 'Cache-Control': 'no-store' };

/** Pages and files at the origin of live views: a session's page, its code, and the author's own files. */
export function createLivePages(server: LiveServer, allowScripts: () => boolean): Route[] {
  const get = (path: string, handle: (ctx: RouteContext) => Promise<Response>): Route => ({
    home: LIVE_HOME,
    ...same(path, handle),
  });
  /** The same at every instance. */
  const same = (path: string, handle: (ctx: RouteContext) => Promise<Response>): Route => ({
    door: 'views',
    method: 'GET',
    path,
    handle: async (request, ctx) => {
      const answer = handle(ctx).catch((error: unknown) => orErrorPage(request, error));
      return withPolicy(await answer, allowScripts());
    },
  });
  const rest = ({ url }: RouteContext, prefix: string) =>
    decodeURIComponent(url.pathname.slice(prefix.length));

  /** The author's own page, if there is one that works here, for a session that exists. */
  const page = async ({ principal }: RouteContext, id: string) => {
    const session = await knownSession(server, principal, id);
    const baseDir = server.folder().path;
    const own = readAuthorPage(baseDir);
    if (own && !own.isForeign) return toHtml(own.html);
    if (own) noteOnce(session, baseDir);
    const { hasShell } = session;
    return toHtml(await toDefaultPage(join(WEB, 'live.html'), { baseDir, hasShell, authorHtml: own?.html }));
  };
  const noted = new Set<string>();
  const noteOnce = (session: LiveSession, baseDir: string) => {
    if (noted.has(baseDir)) return;
    noted.add(baseDir);
    session.notice(
      'html/index.html was made for another server: its scripts come from elsewhere and cannot run here, so the default page is shown. To use a page of your own, see "The page around it" in ui://viewdefs.',
    );
  };
  const isSession = (id: string | undefined) => id !== undefined && SESSION_ID.test(id);
  const file = async (ctx: RouteContext) => {
    server.running();
    return serveAuthorFile(server.folder().path, rest(ctx, '/'), FRESH).catch(orNothing);
  };

  return [
    get('/', (ctx) => page(ctx, '1')),
    same('/live/*', (ctx) => serveFile(WEB, rest(ctx, '/live/'), FRESH)),
    same('/shoelace/*', (ctx) => serveFile(SHOELACE, rest(ctx, '/shoelace/'), IMMUTABLE)),
    get('/:id/variables.json', async ({ principal, params }) =>
      Response.json(await (await knownSession(server, principal, params.id)).variables(), { headers: FRESH }),
    ),
    get('/:id/variables', async ({ principal, params }) => {
      await knownSession(server, principal, params.id);
      return serveFile(WEB, 'variables.html', FRESH);
    }),
    get('/:id', (ctx) => (isSession(ctx.params.id) ? page(ctx, ctx.params.id ?? '') : file(ctx))),
    get('/:id/*', (ctx) => (isSession(ctx.params.id) ? page(ctx, ctx.params.id ?? '') : file(ctx))),
  ];
}

/** Views are written by agents: they reach nothing but this origin. */
function withPolicy(response: Response, allowScripts: boolean): Response {
  const policy = [
    "default-src 'self'",
    `script-src 'self'${allowScripts ? " 'unsafe-inline'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  // A page that the server made itself has a stricter one.
  if (!response.headers.has('Content-Security-Policy'))
    response.headers.set('Content-Security-Policy', policy.join('; '));
  return response;
}

function toHtml(html: string): Response {
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...FRESH } });
}

/** A request for an image or a style sheet has no use for JSON. */
function orNothing(error: unknown): Response {
  if (!(error instanceof TandemError) || error.code !== 'not_found') throw error;
  return new Response(`${error.message}\n`, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...FRESH },
  });
}

/** A person who opened the page reads a sentence; a script receives the error. */
function orErrorPage(request: Request, error: unknown): Response {
  if (!(error instanceof TandemError) || !isOpenedPage(request)) throw error;
  const main = `<p>${escapeHtml(error.message)}</p><p>The agent that builds this page can start it again; “tandem open” lists what is running.</p>`;
  return toHtmlPage({ heading: 'Nothing to show', main, status: STATUS_OF_ERROR[error.code] });
}
