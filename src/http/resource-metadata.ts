import { HttpError } from '../lib/error-response.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** What tokens are for: the endpoints that clients are configured with. */
const RESOURCES = ['/mcp', '/sse'];

const PATHS: ReadonlySet<string> = new Set([WELL_KNOWN, ...RESOURCES.map((path) => `${WELL_KNOWN}${path}`)]);

/** Where clients look up which provider gives tokens for us (RFC 9728): by the endpoint's path, or at the root. */
export function isMetadataPath(path: string): boolean {
  return PATHS.has(path);
}

/** The endpoints at the host that was called. `url`: an address there that is known to be ours. */
export function resourcesAt({ origin }: URL, base: string): string[] {
  return RESOURCES.map((path) => `${origin}${base}${path}`);
}

/** The address of the document about an endpoint, below our own path, where requests are sure to reach us. */
export function metadataUrl({ origin, pathname }: URL, base: string): string {
  return `${origin}${base}${WELL_KNOWN}${pathname === '/mcp' ? '/mcp' : '/sse'}`;
}

export function serveMetadata(
  request: Request,
  url: URL,
  { base, oauth }: { base: string; oauth: { issuer: string; scopes: readonly string[] } | undefined },
): Response {
  if (!oauth)
    throw new HttpError(404, 'This server has no OAuth provider. Use a key, or a token that you were given.');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError(405, 'Read this document with GET.', { Allow: 'GET, HEAD' });
  const path = url.pathname.slice(WELL_KNOWN.length) || '/mcp';
  return Response.json(
    {
      resource: `${url.origin}${base}${path}`,
      resource_name: 'Tandem',
      authorization_servers: [oauth.issuer],
      bearer_methods_supported: ['header'],
      ...(oauth.scopes.length > 0 ? { scopes_supported: oauth.scopes } : {}),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}
