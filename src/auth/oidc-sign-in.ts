import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { TandemError } from '../errors.ts';
import type { AuthConfig } from './auth-config.ts';
import { toPrincipal } from './jwt-claims.ts';
import { createOidcIssuer, type KnownIssuer, type OAuth } from './oidc-issuer.ts';
import { createPendingSeal } from './pending-sign-in.ts';
import type { Principal } from './principal.ts';
import type { SignInConfig } from './sign-in-config.ts';

/** People sign in at a provider (OpenID Connect, authorization code with PKCE), each as themselves. */
export interface OidcSignIn {
  issuer: string;
  hours: number;
  /** Where to send the browser, and what it must bring back in a cookie. `to`: a path of ours to return to. */
  begin(redirectUri: string, to: string): Promise<{ location: string; pending: string }>;
  /** Who came back. Throws `unauthorized` for everything that is not the end of what this browser began. */
  finish(
    pending: string | undefined,
    parameters: URLSearchParams,
  ): Promise<{ principal: Principal; to: string }>;
}

export function createOidcSignIn(
  config: SignInConfig,
  given: {
    auth: AuthConfig | undefined;
    env: Record<string, string | undefined>;
    secret: () => string;
  },
): OidcSignIn {
  const { clientId, scopes, hours } = config;
  const name = issuerOf(config, given.auth);
  const clientSecret = secretOf(config, given.env);
  const issuer = createOidcIssuer(name, { setting: 'mcp.signIn.issuer' });
  const { seal, open } = createPendingSeal(given.secret);

  return {
    issuer: name,
    hours,

    async begin(redirectUri, to) {
      const { oauth, server } = await issuer();
      if (!server.authorization_endpoint)
        throw new TandemError('unavailable', `The provider ${name} has no address for signing in.`);
      const state = oauth.generateRandomState();
      const nonce = oauth.generateRandomNonce();
      const verifier = oauth.generateRandomCodeVerifier();
      const url = new URL(server.authorization_endpoint);
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return { location: url.href, pending: await seal({ state, nonce, verifier, redirectUri, to }) };
    },

    async finish(sealed, parameters) {
      const pending = await open(sealed);
      if (!pending)
        throw refused('This sign-in was not begun in this browser, or too long ago. Begin again.');
      const known = await issuer();
      const { oauth, server, options } = known;
      // Some seconds, as the clocks of two machines differ.
      const client: Client = { client_id: clientId, [oauth.clockTolerance]: 5 };
      try {
        const answer = oauth.validateAuthResponse(server, client, parameters, pending.state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          toClientAuth(oauth, server, clientSecret),
          answer,
          pending.redirectUri,
          pending.verifier,
          options(),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: pending.nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, options());
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (!claims) throw refused('The provider did not say who you are.');
        const more = await readProfile(known, client, tokens.access_token, claims.sub);
        return { principal: toPrincipal({ ...more, ...claims }, config, 'person'), to: pending.to };
      } catch (error) {
        throw translate(oauth, error);
      }
    },
  };
}

/** Many providers tell names and roles here only. Its `sub` must be that of the token. */
async function readProfile(
  { oauth, server, options }: KnownIssuer,
  client: Client,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!server.userinfo_endpoint) return {};
  const response = await oauth.userInfoRequest(server, client, accessToken, options());
  return oauth.processUserInfoResponse(server, client, subject, response);
}

function toClientAuth(oauth: OAuth, server: AuthorizationServer, secret: string | undefined): ClientAuth {
  if (secret === undefined) return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

/** The cause stays in: it holds codes and parameters, and `unauthorized` is not logged. */
function translate(oauth: OAuth, error: unknown): TandemError {
  if (error instanceof TandemError) return error;
  if (error instanceof oauth.AuthorizationResponseError)
    return refused(
      error.error === 'access_denied'
        ? 'The provider did not let you in, or you cancelled.'
        : `The provider refused the sign-in (${/^[a-z_]{1,60}$/.test(error.error) ? error.error : 'unknown reason'}).`,
    );
  if (error instanceof oauth.ResponseBodyError)
    return refused(
      error.error === 'invalid_client'
        ? 'The provider does not accept this server (mcp.signIn.clientId, clientSecretEnv). Tell the person who runs it.'
        : 'The provider does not accept the code of this sign-in; each works once, for a short time. Begin again.',
    );
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return refused('The answer of the provider is not valid for this sign-in. Begin again.');
  return new TandemError('unavailable', 'The provider could not be reached. Try again shortly.', {
    cause: error,
  });
}

function refused(message: string): TandemError {
  return new TandemError('unauthorized', message);
}

function issuerOf({ issuer, clientId }: SignInConfig, auth: AuthConfig | undefined): string {
  const found = issuer ?? (auth?.type === 'oidc' || auth?.type === 'jwt' ? auth.issuer : undefined);
  if (found === undefined)
    throw new TandemError('invalid_config', 'mcp.signIn needs issuer, the https address of your provider.');
  const audience = auth?.type === 'oidc' || auth?.type === 'jwt' ? auth.audience : undefined;
  // What a person's sign-in returns would open MCP, too.
  if (audience !== undefined && [audience].flat().includes(clientId))
    throw new TandemError(
      'invalid_config',
      'mcp.auth.audience must not be mcp.signIn.clientId: the proof of who a person is would count as an access token. Give the API an audience of its own.',
    );
  return found;
}

function secretOf(
  { clientSecretEnv }: SignInConfig,
  env: Record<string, string | undefined>,
): string | undefined {
  if (clientSecretEnv === undefined) return undefined;
  const secret = env[clientSecretEnv]?.trim();
  if (secret) return secret;
  throw new TandemError(
    'invalid_config',
    `The environment variable ${clientSecretEnv} (mcp.signIn.clientSecretEnv) is not set or empty. Set it to the secret that your provider shows for the client.`,
  );
}
