import { TandemError } from '../errors.ts';
import { ASYMMETRIC_ALGORITHMS, type JwtConfig } from './auth-config.ts';
import { createFindKey, type FindKey } from './jwks.ts';
import { toPrincipal } from './jwt-claims.ts';
import type { Principal } from './principal.ts';

type Jose = typeof import('jose');

/** Clocks of two machines differ a little. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** `expiresAt` is the token's own `exp`, in seconds since 1970. */
export type TokenPrincipal = Principal & { expiresAt: number };

export interface JwtVerifier {
  verify(token: string, kind?: Principal['kind']): Promise<TokenPrincipal>;
}

/** A relative `jwksFile` is taken from the current folder: resolve it against the project first. */
export function createJwtVerifier(config: JwtConfig): JwtVerifier {
  let loading: Promise<{ jose: Jose; findKey: FindKey }> | undefined;
  const load = () => {
    // Lazy: most servers never see a token, and the library would cost every one of them start-up time.
    loading ??= import('jose').then((jose) => ({ jose, findKey: createFindKey(jose, config) }));
    return loading;
  };

  return {
    async verify(token, kind = 'agent') {
      const { jose, findKey } = await load();
      try {
        const { payload } = await jose.jwtVerify(token, findKey, {
          issuer: config.issuer,
          audience: config.audience,
          // Named even by default: what a token says about its own algorithm is never trusted.
          algorithms: [...(config.algorithms ?? ASYMMETRIC_ALGORITHMS)],
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return { ...toPrincipal(payload, config, kind), expiresAt: payload.exp as number };
      } catch (error) {
        throw translate(jose, error);
      }
    },
  };
}

/** The cause is left out where it holds the token's claims. */
function translate(jose: Jose, error: unknown): TandemError {
  if (error instanceof TandemError) return error;
  if (error instanceof jose.errors.JOSEError) return new TandemError('unauthorized', toSentence(jose, error));
  return new TandemError(
    'unavailable',
    'The token cannot be checked: its key in the JSON Web Key Set does not match the algorithm.',
    { cause: error },
  );
}

function toSentence({ errors }: Jose, error: Error): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired. Get a new one and try again.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return `The token has no "${error.claim}" claim, which is required.`;
    if (error.claim === 'aud') return 'The token is for an audience other than mcp.auth.audience.';
    if (error.claim === 'iss') return 'The token is from an issuer other than mcp.auth.issuer.';
    if (error.claim === 'nbf') return 'The token is not valid yet (its "nbf" claim is in the future).';
    return `The "${error.claim}" claim of the token is not valid.`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature is wrong.";
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return 'The token is signed with an algorithm that is not accepted (see mcp.auth.algorithms).';
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return 'The token is signed with a key that is not in the key set of the issuer.';
  }
  if (error instanceof errors.JWKSMultipleMatchingKeys) {
    return 'The token does not say which key signed it (no "kid" in its header), and the key set has several.';
  }
  return 'The token is not a signed JSON Web Token.';
}
