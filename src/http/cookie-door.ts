import type { PageAccess } from '../auth/page-access.ts';
import { cookieName, readCookie, toSetCookie } from '../auth/page-cookie.ts';
import type { Audience, Grant, Subject } from '../auth/page-grant.ts';

export interface CookieDoorOptions {
  pageAccess: PageAccess;
  audience: Audience;
  /** Part of the cookie's name. */
  port(): number;
  maxAgeSeconds: number;
  secure: boolean;
  /** The path that we are reached below; the cookie is for it alone. */
  base: string;
}

/** A cookie of ours that lets people in at one origin, and the codes that buy it. */
export interface CookieDoor {
  toSetCookie(grant: Grant): string;
  /** Takes the cookie away. */
  toEndCookie(): string;
  /** Exchange the code in an address for the cookie, and take the code out of the address. */
  enter(code: string, url: URL): Promise<Response>;
  read(request: Request): { cookie: string; subject: Subject } | undefined;
}

export function createCookieDoor(options: CookieDoorOptions): CookieDoor {
  const { pageAccess, audience, port, maxAgeSeconds, secure, base } = options;
  const name = () => cookieName(audience, port());
  const setCookie = (grant: Grant) =>
    toSetCookie({
      name: name(),
      value: pageAccess.sealCookie(grant, maxAgeSeconds),
      maxAgeSeconds,
      secure,
      path: base || '/',
    });
  return {
    toSetCookie: setCookie,
    toEndCookie: () => toSetCookie({ name: name(), value: '', maxAgeSeconds: 0, secure, path: base || '/' }),
    async enter(code, url) {
      const grant = await pageAccess.redeem(code);
      url.searchParams.delete('code');
      // One slash in front: two would send the browser to a host of the address's choosing.
      const path = url.pathname.replace(/^\/+/, '/');
      const headers = new Headers({ Location: `${base}${path}${url.search}`, 'Cache-Control': 'no-store' });
      if (grant?.audience === audience) headers.set('Set-Cookie', setCookie(grant));
      return new Response(null, { status: 303, headers });
    },
    read({ headers }) {
      const cookie = readCookie(headers.get('cookie') ?? undefined, name());
      const subject = pageAccess.openCookie(cookie, audience);
      return cookie !== undefined && subject ? { cookie, subject } : undefined;
    },
  };
}
