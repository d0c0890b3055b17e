import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route, RouteContext } from '../area/route.ts';
import { TandemError } from '../errors.ts';
import { STATUS_OF_ERROR } from '../lib/error-response.ts';
import { escapeHtml, toHtmlPage } from '../lib/html-page.ts';
import { serveFile } from '../lib/serve-file.ts';
import { knownSession } from './known-session.ts';
import type { LiveServer } from './live-server.ts';

/** Our own page, and the components that views are made of, as they were built and installed. */
const WEB = fileURLToPath(new URL('../web/live', import.meta.url));
const shoelace = () =>
  join(
    dirname(createRequire(import.meta.url).resolve('@shoelace-style/shoelace/dist/shoelace.js')),
    '..',
    'cdn',
  );
const SESSION_ID = /^(\d{1,9}|sess_\w+)$/;
const IMMUTABLE = { 'Cache-Control': 'private, max-age=31536000' };
const FRESH = { 'Cache-Control': 'no-store' };

/** Pages and files at the origin of live views: the page of a session, what it is made of, the author's own files. */
export function createLivePages(server: LiveServer, allowScripts: () => boolean): Route[] {
  const get = (path: string, handle: (ctx: RouteContext) => Promise<Response>): Route => ({
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

  /** The author's own page where there is one, for a session that exists. */
  const page = async ({ principal }: RouteContext, id: string) => {
    await knownSession(server, principal, id);
    const own = join(server.folder().path, 'html');
    return existsSync(join(own, 'index.html'))
      ? serveFile(own, 'index.html', FRESH)
      : serveFile(WEB, 'live.html', FRESH);
  };
  const isSession = (id: string | undefined) => id !== undefined && SESSION_ID.test(id);
  const file = async (ctx: RouteContext) => {
    server.running();
    return serveFile(join(server.folder().path, 'html'), rest(ctx, '/'), FRESH);
  };

  return [
    get('/', (ctx) => page(ctx, '1')),
    get('/live/*', (ctx) => serveFile(WEB, rest(ctx, '/live/'), FRESH)),
    get('/shoelace/*', (ctx) => serveFile(shoelace(), rest(ctx, '/shoelace/'), IMMUTABLE)),
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
  response.headers.set('Content-Security-Policy', policy.join('; '));
  return response;
}

/** A person who opened the page reads a sentence; a script gets the error as it is. */
function orErrorPage(request: Request, error: unknown): Response {
  if (!(error instanceof TandemError) || !request.headers.get('accept')?.includes('text/html')) throw error;
  const status = STATUS_OF_ERROR[error.code];
  const main = `<p>${escapeHtml(error.message)}</p><p>The agent that builds this page can start it again; “tandem open” lists what is running.</p>`;
  return new Response(toHtmlPage({ heading: 'Nothing to show', main }), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...FRESH },
  });
}
