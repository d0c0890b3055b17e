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
}): string {
  const { name, value, maxAgeSeconds, secure } = options;
  const parts = [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${Math.floor(maxAgeSeconds)}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (secure) parts.push('Secure');
  return parts.join('; ');
}

/** The value of the first cookie of that name in a Cookie header. */
export function readCookie(cookieHeader: string | undefined, name: string): string | undefined {
  for (const part of cookieHeader?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
