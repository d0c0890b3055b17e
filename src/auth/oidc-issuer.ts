import type { AuthorizationServer } from 'oauth4webapi';
import { TandemError } from '../errors.ts';

export type OAuth = typeof import('oauth4webapi');

/** What the provider says about itself, and the library that speaks with it. */
export interface KnownIssuer {
  oauth: OAuth;
  server: AuthorizationServer;
  /** For every request to the provider. */
  options(): { signal: AbortSignal; [key: symbol]: boolean };
}

const PATIENCE_MS = 10_000;
/** Addresses of a provider change once in years; keys are looked up when a token names an unknown one. */
const KEPT_MS = 60 * 60_000;

/**
 * The metadata of a provider, as OpenID Connect or OAuth (RFC 8414) publishes it. Requested when first needed, so that a
 * server starts while its provider is down.
 */
export function createOidcIssuer(
  issuer: string,
  options: { setting: string; now?: () => number },
): () => Promise<KnownIssuer> {
  const { setting, now = Date.now } = options;
  let known: { until: number; value: Promise<KnownIssuer> } | undefined;
  return () => {
    if (known && known.until > now()) return known.value;
    const value = discover(issuer, setting);
    const last = known;
    known = { until: now() + KEPT_MS, value };
    value.catch(() => {
      known = undefined;
    });
    // A provider that is down for a moment does not take with it what is known.
    return last ? value.catch(() => last.value) : value;
  };
}

async function discover(issuer: string, setting: string): Promise<KnownIssuer> {
  const oauth = await import('oauth4webapi');
  const url = new URL(issuer);
  // The configuration accepts http for localhost only.
  const isPlain = url.protocol === 'http:';
  const requestOptions = () => ({
    signal: AbortSignal.timeout(PATIENCE_MS),
    [oauth.allowInsecureRequests]: isPlain,
  });
  const ask = async (algorithm: 'oidc' | 'oauth2') => {
    const response = await oauth.discoveryRequest(url, { algorithm, ...requestOptions() });
    return oauth.processDiscoveryResponse(url, response);
  };
  try {
    const server = await ask('oidc').catch(() => ask('oauth2'));
    // Tokens name the issuer as text; a URL that only differs in its spelling is not the same.
    if (server.issuer !== issuer)
      throw new TandemError(
        'unavailable',
        `The provider ${issuer} calls itself ${server.issuer}. Write exactly that as ${setting}.`,
      );
    return { oauth, server, options: requestOptions };
  } catch (cause) {
    if (cause instanceof TandemError) throw cause;
    throw new TandemError(
      'unavailable',
      `The provider ${issuer} (${setting}) did not describe itself at /.well-known/openid-configuration. Check the address, or try again shortly.`,
      { cause },
    );
  }
}
