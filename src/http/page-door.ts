import type { Door, Route } from '../area/route.ts';
import { checkPageOrigin } from '../auth/origin-guard.ts';
import { TandemError } from '../errors.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { readJsonBody } from './read-json-body.ts';
import { createRouter, PAGE_TOKEN_HEADER } from './routes.ts';
import type { SignIn } from './sign-in.ts';
import { toSignInPage } from './sign-in-page.ts';

/** Tokens are some kilobytes at most. */
const MAX_SIGN_IN_BYTES = 32 * 1024;

/** The pages of one origin: a cookie of its own, requests from itself only. */
export function createPageDoor(
  options: HttpOptions,
  door: Exclude<Door, 'debug'>,
  routes: readonly Route[],
  signIn: SignIn,
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  const route = createRouter(routes, options, limits);
  const viewsPrefix = (path: string) =>
    options.areas.flatMap((area) => area.viewsPrefix ?? []).find((prefix) => path.startsWith(prefix));

  return async (request, arrival) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const url = new URL(request.url);
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    checkPageOrigin(
      {
        method: request.method,
        origin: header('origin'),
        secFetchSite: header('sec-fetch-site'),
        secFetchMode: header('sec-fetch-mode'),
        secFetchDest: header('sec-fetch-dest'),
      },
      // A cookie alone must not change anything; scripts bring a token instead.
      { sameOrigin: url.origin, originRequired: isChange && header('authorization') === undefined },
    );
    const code = url.searchParams.get('code');
    if (code !== null && request.method === 'GET') return signIn.enter(code, url, arrival.ports);
    const nonce = url.searchParams.get('nonce');
    if (door === 'page' && request.method === 'GET' && url.pathname === '/api/proof' && nonce)
      return Response.json({ proof: options.pageAccess.prove(nonce.slice(0, 100)) });
    if (door === 'page' && request.method === 'POST') {
      if (url.pathname === '/api/sign-in') {
        // The one body that is read of a stranger: it holds the secret itself.
        const { value } = await readJsonBody(arrival, { maxBytes: MAX_SIGN_IN_BYTES });
        const secret = (value as { secret?: unknown } | null)?.secret;
        return limits.guess(arrival, secret, () => signIn.withSecret(secret, arrival.ports));
      }
      if (url.pathname === '/api/code') {
        const token = header('authorization');
        await limits.guess(arrival, token, () => signIn.checkToken(token));
        const { value } = await readJsonBody(arrival, { maxBytes: options.maxBodyBytes });
        return signIn.giveCode(value, arrival.ports);
      }
    }
    const cookie = signIn.cookieOf(header('cookie'), arrival.ports);
    const principal = signIn.personOf(cookie);
    if (!principal) return refuse(header('accept'));
    limits.request(principal);
    const prefix = door === 'page' && request.method === 'GET' ? viewsPrefix(url.pathname) : undefined;
    if (prefix !== undefined)
      return signIn.sendToViews(cookie, url.pathname.slice(prefix.length - 1), url.search, arrival.ports);
    if (door === 'page' && request.method === 'GET' && url.pathname === '/api/page-token')
      return Response.json({ token: options.pageAccess.pageToken(cookie ?? '') });
    const hasPageToken = options.pageAccess.checkPageToken(cookie, header(PAGE_TOKEN_HEADER));
    return route(request, arrival, { principal, hasPageToken });
  };

  function refuse(accept: string | undefined): Response {
    if (accept?.includes('text/html'))
      // Views that agents write are on the other origin, which must never see a key.
      return toSignInPage(signIn.isLocal || door === 'views' ? 'local' : options.authenticator.scheme);
    throw new TandemError('unauthorized', 'Sign in first: "tandem open" opens the page with a code.');
  }
}
