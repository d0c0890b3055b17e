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
import type { Locate, Site } from './site.ts';
import { targetOf } from './target-of.ts';

/** Where we are mounted, checked. */
export interface MountPoint {
  origin: string;
  /** Empty, or such as `/tandem`. */
  base: string;
  views: URL | undefined;
  /** For areas that send people to a page. Throws where views have no origin of their own. */
  toDoors(): { views: string; mcpPort: number };
  pageUrl(path: string): string;
}

/** Paths of names that need no escaping: they stand in pages and headers. */
const BASE = /^(\/[A-Za-z0-9._~-]+)*$/;

export function toMountPoint({ url, viewsOrigin }: Pick<MountOptions, 'url' | 'viewsOrigin'>): MountPoint {
  const at = toHttpUrl(url);
  const base = at?.pathname.replace(/\/$/, '');
  if (!at || base === undefined || !BASE.test(base) || at.search !== '' || at.hash !== '')
    throw new TandemError(
      'invalid_config',
      `url must be the public address of the mounted path, such as "https://app.example.com/tandem", not "${url}".`,
    );
  const views = viewsOrigin === undefined ? undefined : toHttpUrl(viewsOrigin);
  if (viewsOrigin !== undefined && (views?.pathname !== '/' || views.search !== ''))
    throw new TandemError(
      'invalid_config',
      `viewsOrigin must be an origin without a path, such as "https://views.example.com", not "${viewsOrigin}".`,
    );
  if (views?.origin === at.origin)
    throw new TandemError(
      'invalid_config',
      `viewsOrigin must differ from the origin of url (${at.origin}): scripts of views could act as the person.`,
    );
  return {
    origin: at.origin,
    base,
    views,
    toDoors() {
      if (!views) throw noViews();
      return { views: views.origin, mcpPort: Number(at.port) || (at.protocol === 'https:' ? 443 : 80) };
    },
    pageUrl: (path) => `${at.origin}${base}${path}`,
  };
}

function toHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPlain ? url : undefined;
}

/** Us in somebody else's server, whose sign-in decides. */
export function createMountedSite(options: HttpOptions, mount: MountOptions, at: MountPoint): Site {
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
    viewsUrl(path) {
      if (!at.views) throw noViews();
      const url = new URL(at.views);
      url.pathname = path;
      return url;
    },
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
  { origin, base, views }: MountPoint,
  routes: readonly Route[],
  hosts: readonly string[],
): Locate {
  const doorOf = createDoorOf(routes);
  const known = [new URL(origin).host, ...(views ? [views.host] : []), ...hosts];
  const advice = `Use ${origin}${base}. A proxy in between must pass the Host header on, or its name must be in http.hosts.`;
  return (host, target) => {
    checkHost(host, { loopback: false, extraHosts: known, advice });
    if (views && isHost(views, host)) return { door: 'views', url: targetOf(target, views.origin) };
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
  { origin, base, views }: MountPoint,
  host: string | undefined,
  target: string,
): boolean {
  if (views && isHost(views, host)) return true;
  return URL.canParse(target, origin) && isBelow(new URL(target, origin).pathname, base);
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

/** With the port that the scheme implies, where Host names none. */
function isHost({ protocol, host }: URL, header: string | undefined): boolean {
  const address = `${protocol}//${header}`;
  return header !== undefined && URL.canParse(address) && new URL(address).host === host;
}

function noViews(): TandemError {
  return new TandemError(
    'unsupported',
    'Views that agents write are not served here: they need an origin of their own. Set viewsOrigin in mount().',
  );
}
