import type { OidcSignIn } from '../auth/oidc-sign-in.ts';
import { readCookie, toSetCookie } from '../auth/page-cookie.ts';
import type { Subject } from '../auth/page-grant.ts';
import { PENDING_SECONDS } from '../auth/pending-sign-in.ts';
import { TandemError } from '../errors.ts';
import { escapeHtml } from '../lib/html-page.ts';
import type { Arrival, DoorLimits } from './http-options.ts';
import { toOwnPath } from './own-path.ts';
import { toRefusalPage } from './sign-in-page.ts';

const BEGIN = '/sign-in';
const CALLBACK = '/sign-in/callback';

export interface OidcDoorOptions {
  signIn: OidcSignIn;
  port(): number;
  secure: boolean;
  /** The path before all of ours. */
  base: string;
  /** The cookie that lets somebody in. */
  toSetCookie(subject: Subject): string;
}

/** Sign-in at a provider: leaving for it, and coming back. */
export interface OidcDoor {
  /** Undefined for requests that are about something else. */
  handle(request: Request, arrival: Arrival, limits: DoorLimits): Promise<Response | undefined>;
  /** What somebody sees who is not signed in. */
  page(url: URL): Response;
}

export function createOidcDoor(options: OidcDoorOptions): OidcDoor {
  const { signIn, port, secure, base } = options;
  const name = () => `tandem_signin_${port()}`;
  const pendingCookie = (value: string, maxAgeSeconds: number) =>
    toSetCookie({ name: name(), value, maxAgeSeconds, secure, path: base || '/' });

  return {
    async handle(request, arrival, limits) {
      const { pathname } = arrival.url;
      if (request.method !== 'GET' || (pathname !== BEGIN && pathname !== CALLBACK)) return undefined;
      try {
        return pathname === BEGIN ? await begin(arrival.url) : await finish(request, arrival, limits);
      } catch (error) {
        if (!(error instanceof TandemError)) throw error;
        return toFailure(error);
      }
    },
    page(url) {
      const to = escapeHtml(encodeURIComponent(`${url.pathname}${url.search}`));
      return toRefusalPage(
        `<p><a href="${base}${BEGIN}?to=${to}">Sign in</a> with ${escapeHtml(new URL(signIn.issuer).host)}.</p>`,
      );
    },
  };

  async function begin(url: URL): Promise<Response> {
    const to = toOwnPath(url.searchParams.get('to') ?? '/', url.origin) ?? '/';
    const { location, pending } = await signIn.begin(`${url.origin}${base}${CALLBACK}`, to);
    return redirect(location, [pendingCookie(pending, PENDING_SECONDS)]);
  }

  async function finish(request: Request, arrival: Arrival, limits: DoorLimits): Promise<Response> {
    const { searchParams } = arrival.url;
    const pending = readCookie(request.headers.get('cookie') ?? undefined, name());
    const { principal, to } = await limits.guess(arrival, searchParams.get('code'), () =>
      signIn.finish(pending, searchParams),
    );
    const { local: _, ...claims } = principal;
    const exp = Math.floor(Date.now() / 1000 + signIn.hours * 3600);
    const subject = { t: 'person', iss: signIn.issuer, principal: claims, exp } as const;
    return redirect(`${base}${to}`, [options.toSetCookie(subject), pendingCookie('', 0)]);
  }

  /** Whatever was begun is over, so that no part of it can be used again. */
  function toFailure({ message, code }: TandemError): Response {
    const page = toRefusalPage(
      `<p role="alert">${escapeHtml(message)}</p><p><a href="${base}${BEGIN}">Sign in</a></p>`,
      { status: code === 'unavailable' ? 503 : code === 'rate_limited' ? 429 : 401 },
    );
    page.headers.append('Set-Cookie', pendingCookie('', 0));
    return page;
  }
}

function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}
