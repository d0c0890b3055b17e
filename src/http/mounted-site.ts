import type { Route } from '../area/route.ts';
import { checkHost } from '../auth/host-guard.ts';
import { toHostPrincipal } from '../auth/host-user.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { HttpError } from '../lib/error-response.ts';
import { isResponse } from '../lib/is-response.ts';
import { createDoorOf } from './door-of.ts';
import type { HttpOptions } from './http-options.ts';
import type { Caller, MountOptions } from './mount-options.ts';
import { createHostPeople, createViewsPeople } from './mounted-people.ts';
import { isBelow, isHostOf, type PublicAddress, toPublicAddress } from './public-address.ts';
import type { Locate, Site } from './site.ts';
import { targetOf } from './target-of.ts';

export function toMountPoint({ url, viewsOrigin }: Pick<MountOptions, 'url' | 'viewsOrigin'>): PublicAddress {
  const names = { url: 'url', views: 'viewsOrigin', advice: 'Set viewsOrigin in mount().' };
  return toPublicAddress({ url, views: viewsOrigin }, names);
}

/** Us in somebody else's server, whose sign-in decides. */
export function createMountedSite(options: HttpOptions, mount: MountOptions, at: PublicAddress): Site {
  const signIn = async (request: Request, caller: Caller): Promise<Principal | Response | undefined> => {
    const given: unknown = await mount.signIn(request, caller);
    if (given === undefined || given === null) return undefined;
    return isResponse(given) ? given : toHostPrincipal(given, caller.kind);
  };
  const howToSignIn = 'Sign in first: the sign-in of this server does not know you.';
  return {
    base: at.base,
    webSockets: mount.webSockets ?? true,
    mcpUrl: () => at.pageUrl('/mcp'),
    pageUrl: at.pageUrl,
    viewsUrl: at.viewsUrl,
    async agentOf(request, { node }) {
      const caller: Caller = { kind: 'agent', ...(node && { req: node.incoming }) };
      const principal = await signIn(request, caller);
      // Agents cannot follow a redirect to a page where people sign in.
      const isRedirect = isResponse(principal) && principal.status >= 300 && principal.status < 400;
      if (!principal || isRedirect) throw new TandemError('unauthorized', howToSignIn);
      return principal;
    },
    people: {
      page: createHostPeople(options, signIn, howToSignIn),
      views: createViewsPeople(options, at),
    },
  };
}

/** Which door a request stands before, by its Host and by its path below ours. */
export function createMountedLocate(
  { origin, base, views }: PublicAddress,
  routes: readonly Route[],
  hosts: readonly string[],
): Locate {
  const doorOf = createDoorOf(routes);
  const known = [new URL(origin).host, ...(views ? [views.host] : []), ...hosts];
  const advice = `Use ${origin}${base}. A proxy in between must pass the Host header on, or its name must be in http.hosts.`;
  return (host, target) => {
    checkHost(host, { loopback: false, extraHosts: known, advice });
    if (views && isHostOf(views, host)) return { door: 'views', url: targetOf(target, views.origin) };
    const url = targetOf(target, origin);
    if (!isBelow(url.pathname, base))
      throw new HttpError(
        404,
        `Tandem is mounted at ${base}, and ${url.pathname} is outside. Pass requests on with their whole path.`,
      );
    url.pathname = url.pathname.slice(base.length) || '/';
    return { door: doorOf('joined', 'page', url.pathname), url };
  };
}

/** Whether a request is for us at all. */
export function isMountedAt(
  { origin, base, views }: PublicAddress,
  host: string | undefined,
  target: string,
): boolean {
  if (views && isHostOf(views, host)) return true;
  return URL.canParse(target, origin) && isBelow(new URL(target, origin).pathname, base);
}
