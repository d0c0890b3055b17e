import { TandemError } from '../errors.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import type { AuthConfig, UserProfile } from './auth-config.ts';
import { parseBearer } from './bearer-token.ts';
import { createJwtVerifier, type JwtVerifier } from './jwt-verifier.ts';
import { createLocalPrincipal } from './local-principal.ts';
import { createOidcIssuer } from './oidc-issuer.ts';
import { createOidcVerifier } from './oidc-verifier.ts';
import type { Principal } from './principal.ts';
import { isSameSecret } from './secret-equal.ts';

export interface AuthenticatorOptions {
  /** `mcp.auth`; undefined when nothing is configured. */
  auth: AuthConfig | undefined;
  /** The configured profile of the local user. */
  user: UserProfile | undefined;
  env: Record<string, string | undefined>;
  /** Called when the first key comes in, so that probing a server writes nothing. */
  madeOnceKey: () => string;
  /** Reached on this machine only. */
  bindIsLoopback: boolean;
  /** Reached under one public address, whatever name a caller uses. */
  isNamed?: boolean;
}

/** Tells who a caller of MCP over HTTP is. */
export interface Authenticator {
  scheme: 'api_key' | 'jwt' | 'oidc' | 'none' | 'made_once_key';
  /** `resources`: the addresses of MCP at the host that was called; a token may be for one of them. */
  authenticate(authorizationHeader: string | undefined, resources?: readonly string[]): Promise<Principal>;
  /** For sign-in on the page, where the configuration has keys. */
  apiKeys: ApiKeys | undefined;
  /** For sign-in on the page, where the configuration has tokens. */
  jwt: JwtVerifier | undefined;
  /** Where clients get tokens, if they can find out by themselves. */
  oauth?: { issuer: string; scopes: readonly string[] };
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { auth, user, env, madeOnceKey, bindIsLoopback, isNamed = false } = options;
  if (auth?.type === 'api_key') {
    const apiKeys = createApiKeys(auth, env);
    const how = 'Send "Authorization: Bearer <key>" with one of the keys in mcp.auth.keys.';
    return {
      scheme: 'api_key',
      apiKeys,
      jwt: undefined,
      authenticate: async (header) =>
        apiKeys.find(readBearer(header, how)) ?? refuse('The key is not valid.', how),
    };
  }
  if (auth?.type === 'jwt') {
    const jwt = createJwtVerifier(auth);
    const how = `Send "Authorization: Bearer <token>" with a token from ${auth.issuer}.`;
    return {
      scheme: 'jwt',
      apiKeys: undefined,
      jwt,
      authenticate: async (header) => jwt.verify(readBearer(header, how)),
    };
  }
  if (auth?.type === 'oidc') {
    const { issuer, scopes, audience } = auth;
    // A program on the user's machine may be called localhost, too, and must not pass its tokens on to a server of the team.
    if (!bindIsLoopback && !isNamed && audience === undefined)
      throw new TandemError(
        'invalid_config',
        'auth of type oidc needs http.publicUrl or mcp.auth.audience where the server is not bound to loopback, to know which tokens are for it.',
      );
    const verify = createOidcVerifier(auth, createOidcIssuer(issuer, { setting: 'mcp.auth.issuer' }));
    const how = `Send "Authorization: Bearer <token>" with an access token from ${issuer}.`;
    return {
      scheme: 'oidc',
      apiKeys: undefined,
      jwt: undefined,
      oauth: { issuer, scopes },
      authenticate: async (header, resources = []) => verify(readBearer(header, how), resources),
    };
  }
  if (!bindIsLoopback) {
    throw new TandemError(
      'invalid_config',
      'Binding to an address other than loopback, or http.publicUrl, needs mcp.auth with type api_key, jwt or oidc, since others can reach it. Configure one, or bind to 127.0.0.1 without http.publicUrl.',
    );
  }
  const local = () => createLocalPrincipal({ user, kind: 'agent' });
  if (auth?.type === 'none') {
    return { scheme: 'none', apiKeys: undefined, jwt: undefined, authenticate: async () => local() };
  }
  const how = 'Send "Authorization: Bearer <key>". The key is in .tandem/mcp-key of the served folder.';
  return {
    scheme: 'made_once_key',
    apiKeys: undefined,
    jwt: undefined,
    authenticate: async (header) =>
      isSameSecret(readBearer(header, how), madeOnceKey()) ? local() : refuse('The key is not valid.', how),
  };
}

function readBearer(header: string | undefined, how: string): string {
  const credential = parseBearer(header);
  if (credential !== undefined) return credential;
  return refuse(
    header ? 'The Authorization header is malformed.' : 'This endpoint needs a key or token.',
    how,
  );
}

function refuse(problem: string, how: string): never {
  throw new TandemError('unauthorized', `${problem} ${how}`);
}
