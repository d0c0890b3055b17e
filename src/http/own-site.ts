import { checkHost } from '../auth/host-guard.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import { createDoorOf, type ListenerName } from './door-of.ts';
import type { HttpOptions, OwnOptions, Ports } from './http-options.ts';
import { createOwnPeople } from './own-people.ts';
import type { Locate, Site } from './site.ts';
import { targetOf } from './target-of.ts';

/** Us at our own listeners. */
export function createOwnSite(options: HttpOptions & OwnOptions, ports: () => Ports): Site {
  const { authenticator, pageAccess, user } = options;
  return {
    base: '',
    mcpUrl: () => `http://127.0.0.1:${ports().mcp}/mcp`,
    viewsUrl(path) {
      const url = new URL(`http://127.0.0.1:${ports().ui}`);
      url.pathname = path;
      return url;
    },
    webSockets: options.webSockets,
    async agentOf({ headers }, _arrival, door) {
      const authorization = headers.get('authorization') ?? undefined;
      if (door === 'debug' && pageAccess.isUiToken(authorization))
        return createLocalPrincipal({ user, kind: 'agent' });
      return authenticator.authenticate(authorization);
    },
    people: {
      page: createOwnPeople(options, ports, 'page'),
      views: createOwnPeople(options, ports, 'views'),
    },
  };
}

/** Host first, then the door, by the listener that a request came in by. */
export function createOwnLocate(
  { loopback, hosts }: OwnOptions,
  routes: Parameters<typeof createDoorOf>[0],
): (listener: ListenerName) => Locate {
  const doorOf = createDoorOf(routes);
  return (listener) => (hostHeader, target) => {
    const host = checkHost(hostHeader, { loopback, extraHosts: hosts });
    const url = targetOf(target, `http://${hostHeader}`);
    return { door: doorOf(listener, host, url.pathname), url };
  };
}
