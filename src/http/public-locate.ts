import type { Route } from '../area/route.ts';
import { checkHost } from '../auth/host-guard.ts';
import { HttpError } from '../lib/error-response.ts';
import { createDoorOf } from './door-of.ts';
import { checkForwarded, type Forwarded } from './forwarded.ts';
import { isBelow, isHostOf, type PublicAddress } from './public-address.ts';
import type { Locate } from './site.ts';
import { targetOf } from './target-of.ts';

/** What programs on this machine ask of the page door, such as `tandem open`. */
const LOCAL_PATHS: ReadonlySet<string> = new Set(['/api/proof', '/api/code']);

/**
 * Which door a request stands before that came to our own listeners under a public name, by Host and path, whichever listener it
 * came in by. Programs on this machine may use a loopback name: for MCP and scripts, but not for pages, whose origin is the public one.
 */
export function createPublicLocate(
  at: PublicAddress,
  routes: readonly Route[],
  hosts: readonly string[],
): (forwarded: Forwarded) => Locate {
  const { origin, base, views } = at;
  const doorOf = createDoorOf(routes);
  const page = new URL(origin);
  const extraHosts = [page.host, ...(views ? [views.host] : []), ...hosts];
  const advice = `Use ${origin}${base}. A proxy in between must pass the Host header on.`;

  return (forwarded) => (hostHeader, target) => {
    checkForwarded(forwarded);
    const host = forwarded.host ?? hostHeader;
    const name = checkHost(host, { loopback: false, extraHosts, advice });
    if (views && isHostOf(views, host)) {
      checkProto(views, forwarded);
      return { door: 'views', url: targetOf(target, views.origin) };
    }
    const isLocal = !isHostOf(page, host) && ['localhost', '127.0.0.1', '[::1]'].includes(name);
    const url = targetOf(target, origin);
    if (isBelow(url.pathname, base)) url.pathname = url.pathname.slice(base.length) || '/';
    else if (!isLocal && forwarded.prefix !== base)
      throw new HttpError(
        404,
        `Tandem is at ${origin}${base}, and ${url.pathname} is outside. The proxy must pass requests on with their whole path, or send X-Forwarded-Prefix: ${base} from an address in http.trustProxy.`,
      );
    const door = doorOf('joined', 'page', url.pathname);
    if (!isLocal) checkProto(page, forwarded);
    else if (door === 'page' && !LOCAL_PATHS.has(url.pathname))
      throw new HttpError(
        421,
        `Pages of this server are at ${origin}${base}/ (http.publicUrl). If you came that way, the proxy does not pass the Host header on: set it there (nginx: proxy_set_header Host $http_host).`,
      );
    return { door, url };
  };
}

/** Keys and codes must not travel in the clear because a proxy also listens without TLS. */
function checkProto({ protocol, origin }: URL, { proto }: Forwarded): void {
  if (proto === undefined || `${proto}:` === protocol) return;
  throw new HttpError(
    403,
    `The proxy says that this request came over ${proto === 'http' ? 'http' : 'another scheme'}. Use ${origin}; the proxy must send X-Forwarded-Proto as the client's scheme.`,
  );
}
