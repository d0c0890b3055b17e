import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Audience } from './page-grant.ts';

/** Cookies do not tell ports apart, so the name does: two servers on one machine keep their own. */
export function cookieName(audience: Audience, port: number): string {
  // `live` is what the cookie of views has always been called.
  return `tandem_${audience === 'views' ? 'live' : audience}_${port}`;
}

export function toSetCookie(options: {
  name: string;
  value: string;
  maxAgeSeconds: number;
  secure: boolean;
  /** Default: all paths. */
  path?: string;
}): string {
  const { name, value, maxAgeSeconds, secure, path = '/' } = options;
  return generateCookie(name, value, {
    path,
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Lax',
    secure,
  });
}

/** The value of the first cookie of that name in a Cookie header. */
export function readCookie(cookieHeader: string | undefined, name: string): string | undefined {
  return cookieHeader === undefined ? undefined : parse(cookieHeader, name)[name];
}
