import { createLocalPrincipal } from '../auth/local-principal.ts';
import { cookieName, readCookie, toSetCookie } from '../auth/page-cookie.ts';
import type { Audience, Grant, Subject } from '../auth/page-grant.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import type { HttpOptions, Ports } from './http-options.ts';

/** People stay signed in; the single-use code that opened the page is long gone by then. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** How people get in at one origin, and who they are from then on. */
export interface SignIn {
  /** True while the only user is the one who can read the served folder. */
  isLocal: boolean;
  cookieOf(cookieHeader: string | undefined, ports: Ports): string | undefined;
  personOf(cookie: string | undefined): Principal | undefined;
  /** Exchange the code in an address for a cookie, and take it out of the address. */
  enter(code: string, url: URL, ports: Ports): Response;
  /** With a key or token of one's own, where those are configured. */
  withSecret(secret: unknown, ports: Ports): Promise<Response>;
  /** Send somebody who is signed in here on to a page of the other origin, where the views that agents write are. */
  sendToViews(cookie: string | undefined, path: string, search: string, ports: Ports): Response;
  /** For `tandem open`, which proves by the page token that it may read the served folder. */
  checkToken(authorization: string | undefined): void;
  giveCode(body: unknown, ports: Ports): Response;
}

export function createSignIn(options: HttpOptions, audience: Audience): SignIn {
  const { pageAccess, authenticator } = options;
  const isLocal = authenticator.scheme === 'made_once_key' || authenticator.scheme === 'none';
  const setCookie = (grant: Grant, ports: Ports) =>
    toSetCookie({
      name: cookieName(audience, ports.ui),
      value: pageAccess.sealCookie(grant, COOKIE_SECONDS),
      maxAgeSeconds: COOKIE_SECONDS,
      secure: false,
    });

  return {
    isLocal,
    cookieOf: (header, ports) => readCookie(header, cookieName(audience, ports.ui)),

    personOf(cookie) {
      const subject = pageAccess.openCookie(cookie, audience);
      if (!subject) return undefined;
      // Once keys or tokens are configured, a cookie of the time before opens nothing.
      if (subject.t === 'local')
        return isLocal ? createLocalPrincipal({ user: options.user, kind: 'person' }) : undefined;
      if (subject.t === 'key') return authenticator.apiKeys?.byId(subject.id, 'person');
      return authenticator.jwt && { ...subject.principal, kind: 'person', local: false };
    },

    enter(code, url, ports) {
      const grant = pageAccess.redeem(code);
      url.searchParams.delete('code');
      // One slash in front: two would send the browser to a host of the address's choosing.
      const path = url.pathname.replace(/^\/+/, '/');
      const headers = new Headers({ Location: `${path}${url.search}`, 'Cache-Control': 'no-store' });
      if (grant?.audience === audience) headers.set('Set-Cookie', setCookie(grant, ports));
      return new Response(null, { status: 303, headers });
    },

    async withSecret(secret, ports) {
      if (typeof secret !== 'string')
        throw new TandemError('invalid_input', 'Send {"secret": "your key or token"}.');
      const grant: Grant = { audience, subject: await subjectFor(secret.trim()) };
      return Response.json({ ok: true }, { headers: { 'Set-Cookie': setCookie(grant, ports) } });
    },

    sendToViews(cookie, path, search, ports) {
      const subject = pageAccess.openCookie(cookie, audience);
      const target = new URL(`http://127.0.0.1:${ports.ui}`);
      target.pathname = path;
      target.search = search;
      if (subject) target.searchParams.set('code', pageAccess.issueCode({ audience: 'views', subject }));
      return new Response(null, {
        status: 303,
        headers: { Location: target.href, 'Cache-Control': 'no-store' },
      });
    },

    checkToken(authorization) {
      if (!pageAccess.isUiToken(authorization))
        throw new TandemError(
          'unauthorized',
          'Send the token in .tandem/ui-token as "Authorization: Bearer".',
        );
    },

    giveCode(body, ports) {
      const path = (body as { path?: unknown } | null)?.path ?? '/';
      const page = new URL(`http://localhost:${ports.ui}`);
      const isPath = typeof path === 'string' && path.startsWith('/') && URL.canParse(path, page);
      const target = isPath ? new URL(path, page) : undefined;
      // The outcome is checked, since `/\\host` and a tab between slashes name a host too: the code is for our page.
      if (target?.origin !== page.origin)
        throw new TandemError('invalid_input', 'The path must start with one "/".');
      if (isLocal)
        target.searchParams.set('code', pageAccess.issueCode({ audience, subject: { t: 'local' } }));
      return Response.json({ url: target.href });
    },
  };

  async function subjectFor(secret: string): Promise<Subject> {
    if (authenticator.apiKeys?.find(secret)) return { t: 'key', id: authenticator.apiKeys.idOf(secret) };
    if (!authenticator.jwt) throw new TandemError('unauthorized', 'That key is not valid.');
    const { expiresAt, local: _, ...principal } = await authenticator.jwt.verify(secret, 'person');
    return { t: 'claims', principal, exp: expiresAt };
  }
}
