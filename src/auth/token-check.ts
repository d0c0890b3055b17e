import type { JWTPayload } from 'jose';
import { TandemError } from '../errors.ts';
import { ASYMMETRIC_ALGORITHMS, type JwtConfig } from './auth-config.ts';
import type { FindKey } from './jwks.ts';

type Jose = typeof import('jose');

/** Clocks of two machines differ a little. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** The claims of a token with a correct signature, issuer, audience and time; else an error in words. */
export type TokenCheck = (
  token: string,
  audience: string | string[],
) => Promise<JWTPayload & { exp: number }>;

export function createTokenCheck(
  { issuer, algorithms }: Pick<JwtConfig, 'issuer' | 'algorithms'>,
  createFindKey: (jose: Jose) => FindKey,
  audienceName = 'mcp.auth.audience',
): TokenCheck {
  let loading: Promise<{ jose: Jose; findKey: FindKey }> | undefined;
  const load = () => {
    // Lazy: most servers never see a token, and the library would cost every one of them start-up time.
    loading ??= import('jose').then((jose) => ({ jose, findKey: createFindKey(jose) }));
    return loading;
  };

  return async (token, audience) => {
    const { jose, findKey } = await load();
    try {
      const { payload } = await jose.jwtVerify(token, findKey, {
        issuer,
        audience,
        // Named even by default: what a token says about its own algorithm is never trusted.
        algorithms: [...(algorithms ?? ASYMMETRIC_ALGORITHMS)],
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return { ...payload, exp: payload.exp as number };
    } catch (error) {
      throw translate(jose, error, audienceName);
    }
  };
}

/** The cause is left out where it holds the token's claims. */
function translate(jose: Jose, error: unknown, audienceName: string): TandemError {
  if (error instanceof TandemError) return error;
  if (error instanceof jose.errors.JOSEError)
    return new TandemError('unauthorized', toSentence(jose, error, audienceName));
  return new TandemError(
    'unavailable',
    'The token cannot be checked: its key in the JSON Web Key Set does not match the algorithm.',
    { cause: error },
  );
}

function toSentence({ errors }: Jose, error: Error, audienceName: string): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired. Get a new one and try again.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return `The token has no "${error.claim}" claim, which is required.`;
    if (error.claim === 'aud') return `The token is for an audience other than ${audienceName}.`;
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
