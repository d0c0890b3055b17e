import type { Audience } from '../auth/page-grant.ts';
import type { Ports } from './http-options.ts';
import { type PublicAddress, portOf } from './public-address.ts';

/** One origin of pages at our own listeners, as browsers see it. */
export interface OwnAddress {
  base: string;
  origin(): string;
  /** Tells the cookies of servers on one host apart. */
  port(): number;
  isSecure: boolean;
  /** Where people sign in, for an origin where they cannot. */
  start: string | undefined;
}

export function toOwnAddress(
  audience: Audience,
  ports: () => Ports,
  at: PublicAddress | undefined,
): OwnAddress {
  if (!at) {
    const name = audience === 'page' ? 'localhost' : '127.0.0.1';
    return {
      base: '',
      origin: () => `http://${name}:${ports().ui}`,
      port: () => ports().ui,
      isSecure: false,
      start: undefined,
    };
  }
  const { origin, base, port, isSecure, views } = at;
  if (audience === 'page')
    return { base, origin: () => origin, port: () => port, isSecure, start: undefined };
  return {
    base: '',
    origin: () => at.viewsUrl('/').origin,
    port: () => (views ? portOf(views) : 0),
    isSecure: views?.protocol === 'https:',
    start: at.pageUrl('/'),
  };
}
