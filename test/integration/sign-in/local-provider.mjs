import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

const ACCOUNTS = {
  ada: { name: 'Ada', email: 'ada@example.com', email_verified: true, roles: ['admin'] },
  ben: { name: 'Ben', email: 'ben@example.com', email_verified: true, roles: ['sales'] },
};

/** An OpenID provider on this machine whose users consent at once. */
export async function startLocalProvider({
  clients = [],
  documents,
  scopes = 'tandem',
  accessTokenSeconds = 300,
} = {}) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'local', alg: 'RS256', use: 'sig' };
  const state = { user: 'ada', refuses: false, requests: [], fetched: [], tokenAnswer: undefined };

  const provider = new Provider(issuer, {
    clients,
    jwks: { keys: [key] },
    cookies: { keys: ['only-for-tests'] },
    scopes: ['openid', 'offline_access', 'profile', 'email', 'roles', ...scopes.split(' ')],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], roles: ['roles'] },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 300,
      Interaction: 300,
      RefreshToken: 3600,
      Session: 3600,
    },
    // The documents that clients would serve at their addresses.
    fetch: async (url) => {
      state.fetched.push(String(url));
      const document = documents?.[url];
      return document ? Response.json(document) : new Response(null, { status: 404 });
    },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...ACCOUNTS[id] }) }),
    extraTokenClaims: (_ctx, { accountId }) => ({
      name: ACCOUNTS[accountId]?.name,
      roles: ACCOUNTS[accountId]?.roles,
    }),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: documents === undefined },
      clientIdMetadataDocument: { enabled: documents !== undefined, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: scopes,
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  const serve = provider.callback();
  server.on('request', async (request, response) => {
    state.requests.push(`${request.method} ${request.url.split('?')[0]}`);
    if (request.url === '/token' && state.tokenAnswer) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(await state.tokenAnswer()));
    } else if (request.url.startsWith('/interaction/')) await interact(request, response);
    else await serve(request, response);
  });

  return {
    issuer,
    state,
    publicKey,
    /** A token as the provider signs them, with claims of the test's choice. */
    sign: (claims, { header = {}, key: signingKey = privateKey } = {}) =>
      new SignJWT({ iss: issuer, sub: 'ada', exp: Math.floor(Date.now() / 1000) + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'local', ...header })
        .setIssuedAt()
        .sign(signingKey),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };

  async function interact(request, response) {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const answer = async () => {
      if (state.refuses) return { error: 'access_denied', error_description: '<b>no</b>' };
      if (prompt.name === 'login') return { login: { accountId: state.user } };
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = prompt.details;
      if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
      if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
      for (const [resource, names] of Object.entries(missingResourceScopes ?? {}))
        grant.addResourceScope(resource, names.join(' '));
      return { consent: { grantId: await grant.save() } };
    };
    await provider.interactionFinished(request, response, await answer(), {
      mergeWithLastSubmission: prompt.name !== 'login',
    });
  }
}
