import { TandemError } from '../errors.ts';
import { isTrustworthyUrl, type OidcConfig } from './auth-config.ts';
import type { FindKey } from './jwks.ts';
import { toPrincipal } from './jwt-claims.ts';
import type { KnownIssuer } from './oidc-issuer.ts';
import type { Principal } from './principal.ts';
import { createTokenCheck } from './token-check.ts';

type Jose = typeof import('jose');

/** The token is good, but was not granted enough: signing in again with these scopes helps, another token does not. */
export class MissingScopeError extends TandemError {
  constructor(missing: readonly string[]) {
    const names = missing.map((scope) => `"${scope}"`).join(', ');
    super('forbidden', `The token lacks the scope ${names} (mcp.auth.scopes). Sign in again and grant it.`);
  }
}

/** Access tokens of a provider. `resources`: the addresses of this server that a token may be for, where no audience is configured. */
export type OidcVerifier = (token: string, resources: readonly string[]) => Promise<Principal>;

export function createOidcVerifier(config: OidcConfig, issuer: () => Promise<KnownIssuer>): OidcVerifier {
  const check = createTokenCheck(
    config,
    (jose) => createFindIssuerKey(jose, issuer),
    config.audience === undefined ? 'this server (the address of its MCP endpoint)' : 'mcp.auth.audience',
  );
  return async (token, resources) => {
    const claims = await check(token, config.audience ?? [...resources]);
    const granted = scopesIn(claims);
    const missing = config.scopes.filter((scope) => !granted.has(scope));
    if (missing.length > 0) throw new MissingScopeError(missing);
    return toPrincipal(claims, config, 'agent');
  };
}

/** `scope` is the standard's text (RFC 9068); some providers write `scp`, as text or as a list. */
function scopesIn({ scope, scp }: Record<string, unknown>): ReadonlySet<string> {
  return new Set(
    [scope, scp].flatMap((value) =>
      Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(' ') : [],
    ),
  );
}

function createFindIssuerKey(jose: Jose, issuer: () => Promise<KnownIssuer>): FindKey {
  let keys: { uri: string; find: FindKey } | undefined;
  return async (header, token) => {
    const { server } = await issuer();
    const uri = server.jwks_uri ?? '';
    try {
      if (!isTrustworthyUrl(uri)) throw new Error('jwks_uri is not an https address');
      if (keys?.uri !== uri) keys = { uri, find: jose.createRemoteJWKSet(new URL(uri)) };
      return await keys.find(header, token);
    } catch (cause) {
      if (cause instanceof jose.errors.JWKSNoMatchingKey) throw cause;
      if (cause instanceof jose.errors.JWKSMultipleMatchingKeys) throw cause;
      throw new TandemError(
        'unavailable',
        `Tokens cannot be checked: ${server.issuer} (mcp.auth.issuer) did not return its keys. Try again shortly.`,
        { cause },
      );
    }
  };
}
