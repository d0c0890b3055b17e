import type { Principal } from '../auth/principal.ts';
import { isSameSecret } from '../auth/secret-equal.ts';
import { isResponse } from '../lib/is-response.ts';
import { createCookieDoor } from './cookie-door.ts';
import type { HttpOptions } from './http-options.ts';
import type { Caller } from './mount-options.ts';
import { portOf } from './public-address.ts';
import { toRefusalPage, viewsSignIn } from './sign-in-page.ts';
import type { People } from './site.ts';

/** Whom the server knows; a response where it says itself how to sign in. */
type AskHost = (request: Request, caller: Caller) => Promise<Principal | Response | undefined>;

/** Who signs out of the server stays signed in at the origin of views for so long. */
const VIEWS_SECONDS = 8 * 60 * 60;

/** People whom the server that carries us has signed in. It has the cookie, so the pages' token is made from the user. */
export function createHostPeople(
  { pageAccess }: Pick<HttpOptions, 'pageAccess'>,
  signIn: AskHost,
  howToSignIn: string,
): People {
  return {
    howToSignIn,
    signIn: async () => undefined,
    signInPage: () => toRefusalPage('<p>Sign in to this server first. Then reload this page.</p>'),
    async personOf(request, incoming) {
      const principal = await signIn(request, { kind: 'person', ...(incoming && { req: incoming }) });
      if (!principal || isResponse(principal)) return principal;
      const pageToken = () => pageAccess.pageToken(`user ${principal.userId}`);
      return {
        principal,
        pageToken,
        hasPageToken: (header) => header !== undefined && isSameSecret(header, pageToken()),
        toViews(target) {
          const { local: _, ...claims } = principal;
          const exp = Math.floor(Date.now() / 1000) + VIEWS_SECONDS;
          const subject = { t: 'claims', principal: claims, exp } as const;
          target.searchParams.set('code', pageAccess.issueCode({ audience: 'views', subject }));
        },
      };
    },
  };
}

/** People at the origin of views: sent there from a page with a code, then known by a cookie of ours. */
export function createViewsPeople(
  { pageAccess }: Pick<HttpOptions, 'pageAccess'>,
  { views, pageUrl }: { views: URL | undefined; pageUrl(path: string): string },
): People {
  const port = views ? portOf(views) : 0;
  const cookies = createCookieDoor({
    pageAccess,
    audience: 'views',
    port: () => port,
    maxAgeSeconds: VIEWS_SECONDS,
    secure: views?.protocol === 'https:',
    base: '',
  });
  const start = pageUrl('/');
  return {
    ...viewsSignIn(start),
    async signIn(request, { url }) {
      const code = url.searchParams.get('code');
      return code !== null && request.method === 'GET' ? cookies.enter(code, url) : undefined;
    },
    async personOf(request) {
      const subject = cookies.read(request)?.subject;
      if (subject?.t !== 'claims') return undefined;
      return {
        principal: { ...subject.principal, kind: 'person', local: false },
        // Pages of views have none, as they are not the person's own.
        pageToken: () => '',
        hasPageToken: () => false,
        toViews() {},
      };
    },
  };
}
