import type { Route } from '../area/route.ts';
import { checkHost } from '../auth/host-guard.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import { createDoorOf, type ListenerName } from './door-of.ts';
import type { Forwarded } from './forwarded.ts';
import type { HttpOptions, OwnOptions, Ports } from './http-options.ts';
import { toOwnAddress } from './own-address.ts';
import { createOwnPeople } from './own-people.ts';
import { createPublicLocate } from './public-locate.ts';
import { resourcesAt } from './resource-metadata.ts';
import type { Locate, Site } from './site.ts';
import { targetOf } from './target-of.ts';

/** Us at our own listeners. */
export function createOwnSite(options: HttpOptions & OwnOptions, ports: () => Ports): Site {
  const { authenticator, pageAccess, user, publicAddress: at } = options;
  const [page, views] = [toOwnAddress('page', ports, at), toOwnAddress('views', ports, at)];
  return {
    base: page.base,
    mcpUrl: () => at?.pageUrl('/mcp') ?? `http://127.0.0.1:${ports().mcp}/mcp`,
    pageUrl: (path) => `${page.origin()}${page.base}${path}`,
    viewsUrl(path) {
      const url = new URL(views.origin());
      url.pathname = path;
      return url;
    },
    webSockets: options.webSockets,
    operations: options.operations,
    ...(authenticator.oauth && { oauth: authenticator.oauth }),
    async agentOf({ headers }, { url }, door) {
      const authorization = headers.get('authorization') ?? undefined;
      if (door === 'debug' && pageAccess.isUiToken(authorization))
        return createLocalPrincipal({ user, kind: 'agent' });
      return authenticator.authenticate(authorization, resourcesAt(url, page.base));
    },
    people: {
      page: createOwnPeople(options, page, 'page'),
      views: createOwnPeople(options, views, 'views'),
    },
  };
}

/** Host first, then the door, by the listener that a request came in by. */
export function createOwnLocate(
  { loopback, hosts, publicAddress }: OwnOptions,
  routes: readonly Route[],
): (listener: ListenerName, forwarded: Forwarded) => Locate {
  if (publicAddress) {
    const locateFor = createPublicLocate(publicAddress, routes, hosts);
    return (_listener, forwarded) => locateFor(forwarded);
  }
  const doorOf = createDoorOf(routes);
  return (listener) => (hostHeader, target) => {
    const host = checkHost(hostHeader, { loopback, extraHosts: hosts });
    const url = targetOf(target, `http://${hostHeader}`);
    return { door: doorOf(listener, host, url.pathname), url };
  };
}
