import type { JwtConfig } from './auth-config.ts';
import { createFindKey } from './jwks.ts';
import { toPrincipal } from './jwt-claims.ts';
import type { Principal } from './principal.ts';
import { createTokenCheck } from './token-check.ts';

/** `expiresAt` is the token's own `exp`, in seconds since 1970. */
export type TokenPrincipal = Principal & { expiresAt: number };

export interface JwtVerifier {
  verify(token: string, kind?: Principal['kind']): Promise<TokenPrincipal>;
}

/** A relative `jwksFile` is taken from the current folder: resolve it against the project first. */
export function createJwtVerifier(config: JwtConfig): JwtVerifier {
  const check = createTokenCheck(config, (jose) => createFindKey(jose, config));
  return {
    async verify(token, kind = 'agent') {
      const claims = await check(token, config.audience);
      return { ...toPrincipal(claims, config, kind), expiresAt: claims.exp };
    },
  };
}
