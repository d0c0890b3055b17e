// By hand: hono/csrf accepts either header where we require both, and checks neither GET, JSON bodies nor sockets.
import { TandemError } from '../errors.ts';

/** Undefined stands for a header that was not sent. */
export interface BrowserHeaders {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/**
 * For MCP and debug endpoints, which agents call and pages do not: a browser is refused unless its origin was
 * allowed by name. Pages of our own are browsers too.
 */
export function checkMcpOrigin(headers: BrowserHeaders, options: { allowed: readonly string[] }): void {
  const { origin, secFetchSite } = headers;
  if (origin === undefined) {
    // Images, scripts and links of a page come without Origin, but browsers tell where they start.
    if (secFetchSite === undefined || secFetchSite === 'none') return;
    throw new TandemError(
      'forbidden',
      'This endpoint is for MCP clients, not for requests made by a web page.',
    );
  }
  if (options.allowed.some((entry) => toOrigin(entry) === origin)) return;
  throw new TandemError(
    'forbidden',
    'This endpoint refuses requests from web pages, except from the origins listed in http.cors.origins.',
  );
}

export interface PageRequest extends BrowserHeaders {
  method: string;
  secFetchMode: string | undefined;
  secFetchDest?: string | undefined;
}

/**
 * For pages, their files and WebSockets: everything but opening a page must come from the page itself. Another
 * port of the same host counts as "same-site" and is somebody else's program, so it is refused like any other.
 *
 * `originRequired` is for WebSocket upgrades and other requests that a cookie alone would let through.
 */
export function checkPageOrigin(
  request: PageRequest,
  options: { sameOrigin: string; originRequired?: boolean },
): void {
  const { origin, secFetchSite } = request;
  if (origin === undefined ? options.originRequired === true : origin !== toOrigin(options.sameOrigin)) {
    throw new TandemError('forbidden', 'This request must come from a page of this server.');
  }
  if (secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none') return;
  if (isOpeningPage(request)) return;
  throw new TandemError(
    'forbidden',
    'This request came from another site. Open the page itself and try again.',
  );
}

function isOpeningPage({ method, secFetchMode, secFetchDest }: PageRequest): boolean {
  // Framing a page is a navigation as well; only one that fills the tab shows its address to the person.
  const isTopLevel = secFetchDest === undefined || secFetchDest === 'document';
  return (method === 'GET' || method === 'HEAD') && secFetchMode === 'navigate' && isTopLevel;
}

/** The form browsers send. Entries such as `null` and `*` name no origin and so match none. */
function toOrigin(entry: string): string | undefined {
  if (!URL.canParse(entry)) return undefined;
  const { origin } = new URL(entry);
  return origin === 'null' ? undefined : origin;
}
