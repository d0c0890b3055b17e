import { TandemError } from '../errors.ts';
import { MissingScopeError } from './oidc-verifier.ts';

/** What a `WWW-Authenticate` header says to a client that may sign in (RFC 6750, RFC 9728). */
export interface ChallengeOptions {
  /** Where the server says which provider it trusts. */
  metadataUrl: string;
  scopes: readonly string[];
  /** Whether the caller showed a token at all. */
  hasToken: boolean;
}

/** Undefined for refusals that another token would not change. */
export function toChallenge(
  error: unknown,
  { metadataUrl, scopes, hasToken }: ChallengeOptions,
): string | undefined {
  const isScope = error instanceof MissingScopeError;
  if (!(error instanceof TandemError) || (error.code !== 'unauthorized' && !isScope)) return undefined;
  const parameters: Record<string, string> = {};
  // Without a token nothing is wrong yet, and the standard wants no error.
  if (hasToken) {
    parameters.error = isScope ? 'insufficient_scope' : 'invalid_token';
    parameters.error_description = error.message.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
  }
  if (scopes.length > 0) parameters.scope = scopes.join(' ');
  parameters.resource_metadata = metadataUrl;
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${written.join(', ')}`;
}
