import { TandemError } from '../errors.ts';

/** Where we are reached from outside, checked. */
export interface PublicAddress {
  origin: string;
  /** Empty, or such as `/tandem`. */
  base: string;
  port: number;
  isSecure: boolean;
  /** The origin of views that agents write. */
  views: URL | undefined;
  /** For areas that send people to a page. Throws where views have no origin of their own. */
  toDoors(): { views: string; mcpPort: number };
  pageUrl(path: string): string;
  /** An address at the origin of views; throws where there is none. */
  viewsUrl(path: string): URL;
}

/** What the two addresses are called where they are configured. */
export interface AddressNames {
  url: string;
  views: string;
  /** How to set the origin of views. */
  advice: string;
}

/** Paths of names that need no escaping: they stand in pages and headers. */
const BASE = /^(\/[A-Za-z0-9._~-]+)*$/;

export function toPublicAddress(
  given: { url: string; views: string | undefined },
  names: AddressNames,
): PublicAddress {
  const at = toHttpUrl(given.url);
  const base = at?.pathname.replace(/\/$/, '');
  if (!at || base === undefined || !BASE.test(base) || at.search !== '' || at.hash !== '')
    throw new TandemError(
      'invalid_config',
      `${names.url} must be the public address of Tandem, such as "https://app.example.com/tandem", not "${given.url}".`,
    );
  const views = given.views === undefined ? undefined : toHttpUrl(given.views);
  if (given.views !== undefined && (views?.pathname !== '/' || views.search !== '' || views.hash !== ''))
    throw new TandemError(
      'invalid_config',
      `${names.views} must be an origin without a path, such as "https://views.example.com", not "${given.views}".`,
    );
  if (views?.origin === at.origin)
    throw new TandemError(
      'invalid_config',
      `${names.views} must differ from the origin of ${names.url} (${at.origin}): scripts of views could act as the person.`,
    );
  const noViews = () =>
    new TandemError(
      'unsupported',
      `Views that agents write are not served here: they need an origin of their own. ${names.advice}`,
    );
  const port = portOf(at);
  return {
    origin: at.origin,
    base,
    port,
    isSecure: at.protocol === 'https:',
    views,
    toDoors() {
      if (!views) throw noViews();
      return { views: views.origin, mcpPort: port };
    },
    pageUrl: (path) => `${at.origin}${base}${path}`,
    viewsUrl(path) {
      if (!views) throw noViews();
      const url = new URL(views);
      url.pathname = path;
      return url;
    },
  };
}

/** The port of an address, also where its scheme implies it. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Whether a Host header names this origin, also without the port that the scheme implies. */
export function isHostOf({ protocol, host }: URL, header: string | undefined): boolean {
  const address = `${protocol}//${header}`;
  return header !== undefined && URL.canParse(address) && new URL(address).host === host;
}

export function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function toHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPlain ? url : undefined;
}
