import type { Area } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import { type PublicAddress, toPublicAddress } from '../http/public-address.ts';
import type { Logger } from '../lib/logger.ts';
import type { Config } from './config-schema.ts';
import { isLoopback } from './page-origin.ts';

/** How far this server reaches. */
export interface Reach {
  /** `http.publicUrl` and `http.viewsUrl`, checked. */
  address: PublicAddress | undefined;
  /** Whether it is reached on this machine only when bound to this address. */
  isLoopback(host: string): boolean;
}

const NAMES = {
  url: 'http.publicUrl',
  views: 'http.viewsUrl',
  advice:
    'Set http.viewsUrl to a second host name or port that leads to this server, such as "https://views.example.com".',
};

export function toReach({ publicUrl, viewsUrl }: Config['http']): Reach {
  if (publicUrl === undefined) {
    if (viewsUrl !== undefined)
      throw new TandemError(
        'invalid_config',
        'http.viewsUrl needs http.publicUrl: without it, views are served at 127.0.0.1.',
      );
    return { address: undefined, isLoopback };
  }
  const address = toPublicAddress({ url: publicUrl, views: viewsUrl }, NAMES);
  const isNear = isLoopback(new URL(address.origin).hostname.replace(/^\[|\]$/g, ''));
  return { address, isLoopback: (host) => isNear && isLoopback(host) };
}

/** What does not work as configured, said when the server starts. */
export function warnOfReach(
  { address }: Reach,
  { areas, http: { trustProxy }, log }: { areas: readonly Area[]; http: Config['http']; log: Logger },
): void {
  if (!address) return;
  const hasViews = areas.some(({ viewsPrefix }) => viewsPrefix !== undefined);
  if (hasViews && !address.views)
    log.warn(`Live UIs are off: they need an origin of their own. ${NAMES.advice}`);
  if (trustProxy.length === 0)
    log.warn(
      'http.trustProxy is empty: every request counts as coming from the proxy, for limits and in the log. Set it to the addresses of your proxy.',
    );
}
