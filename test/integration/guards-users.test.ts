import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../src/auth/api-keys.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';
import { type Answer, openMcpCaller, resultOf } from './guards/mcp-caller.ts';
import { type RawResponse, sendRaw } from './guards/raw-request.ts';

let server: GuardedServer;

function signIn(secret: unknown, host = 'localhost'): Promise<RawResponse> {
  return sendRaw(server.ui, {
    method: 'POST',
    path: '/api/sign-in',
    body: JSON.stringify({ secret }),
    headers: {
      Host: `${host}:${server.ui}`,
      Origin: `http://${host}:${server.ui}`,
      'Content-Type': 'application/json',
    },
  });
}

async function whoIs({ cookies }: RawResponse): Promise<unknown> {
  const headers = { Host: `localhost:${server.ui}`, Cookie: cookies[0]?.split(';')[0] };
  const { body, status } = await sendRaw(server.ui, { path: '/api/status', headers });
  return status === 200 ? (JSON.parse(body) as { user: unknown }).user : status;
}

describe('two users with API keys', () => {
  const ANN = 'ann-key-0123456789abcdef';
  const BEN = 'ben-key-0123456789abcdef';
  beforeAll(async () => {
    const yaml = `mcp:
  auth:
    type: api_key
    keys:
      - { key: ${ANN}, user: { id: ann, name: Ann } }
      - { key: agent-key-of-ann-0123456789, for: agent, user: { id: ann } }
      - { key: page-key-of-ann-0123456789, for: person, user: { id: ann, name: Ann } }
      - { keyEnv: BEN_KEY, user: { id: ben, name: Ben }, roles: [editor] }
`;
    server = await startGuardedServer({ yaml, env: { BEN_KEY: BEN } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("another user's session looks exactly like one that does not exist", async () => {
    const [ann, ben] = await Promise.all([openMcpCaller(server.mcp, ANN), openMcpCaller(server.mcp, BEN)]);
    const { sessionId } = resultOf<{ sessionId: string }>(await ann.call('session_create', { name: 'Ann' }));
    await ben.call('session_create', { name: 'Ben' });
    const unknown = `${sessionId.slice(0, 5)}${[...sessionId.slice(5)].reverse().join('')}`;
    expect(unknown).not.toBe(sessionId);

    const foreign = await ben.call('session_close', { sessionId });
    const missing = await ben.call('session_close', { sessionId: unknown });
    expect(withoutIds(foreign, sessionId)).toEqual(withoutIds(missing, unknown));
    expect(foreign.text).toContain('not found');
    expect(foreign.text).not.toContain('Ann');

    const listed = resultOf<{ sessions: { name: string }[] }>(await ben.call('session_list', {}));
    expect(listed.sessions.map(({ name }) => name)).toEqual(['Ben']);
    const own = resultOf<{ success: boolean }>(await ann.call('session_close', { sessionId }));
    expect(own).toEqual({ success: true });
  });

  test("another user's connection looks exactly like one that does not exist", async () => {
    const [ann, ben] = await Promise.all([openMcpCaller(server.mcp, ANN), openMcpCaller(server.mcp, BEN)]);
    const list = { id: 1, method: 'tools/list', params: {} };
    const foreign = await ben.send(list, { 'Mcp-Session-Id': ann.sessionId });
    const missing = await ben.send(list, { 'Mcp-Session-Id': 'mcp_unknown' });
    expect(withoutIds(foreign, ann.sessionId)).toEqual(withoutIds(missing, 'mcp_unknown'));
    expect(foreign.status).toBe(404);
    expect((await ann.send(list)).status).toBe(200);
  });

  test('an SSE stream does not accept messages of another user', async () => {
    const controller = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${server.mcp}/sse`, {
      headers: { Authorization: `Bearer ${ANN}` },
      signal: controller.signal,
    });
    const first = await stream.body?.getReader().read();
    const endpoint = /data: (\S+)/.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? '';
    expect(endpoint).toMatch(/^\/message\?sessionId=/);
    const post = (path: string, key: string) =>
      sendRaw(server.mcp, {
        method: 'POST',
        path,
        body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        headers: {
          Host: `127.0.0.1:${server.mcp}`,
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
        },
      });
    const foreign = await post(endpoint, BEN);
    const missing = await post('/message?sessionId=unknown', BEN);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toBe(missing.body);
    expect((await post(endpoint, ANN)).status).toBe(202);
    controller.abort();
  });

  test('a person signs in with a key, as its user, and the cookie does not contain the key', async () => {
    const response = await signIn(` ${BEN} `);
    expect(response.status).toBe(200);
    expect(response.text).not.toContain(BEN);
    expect(await whoIs(response)).toEqual({ userId: 'ben', name: 'Ben' });
    expect(response.cookies[0]).toMatch(/HttpOnly; SameSite=Lax/);
  });

  test('a key for agents opens no page, and a key for people no MCP', async () => {
    const [agentKey, pageKey] = ['agent-key-of-ann-0123456789', 'page-key-of-ann-0123456789'];
    const refused = await signIn(agentKey);
    expect(refused).toMatchObject({ status: 401, cookies: [] });
    // Nor with a cookie from a time when the key was for both.
    const id = createApiKeys({ type: 'api_key', keys: [{ key: agentKey }] }, {}).idOf(agentKey);
    const cookie = server.access.sealCookie({ audience: 'page', subject: { t: 'key', id } }, 60);
    expect(await whoIs({ ...refused, cookies: [`tandem_page_${server.ui}=${cookie}`] })).toBe(401);
    expect(await whoIs(await signIn(pageKey))).toEqual({ userId: 'ann', name: 'Ann' });
    await expect(openMcpCaller(server.mcp, pageKey)).rejects.toThrow('401');
    expect((await openMcpCaller(server.mcp, agentKey)).sessionId).not.toBe('');
  });

  test.each([
    ['a wrong key', 'wrong-key-0123456789', 401, 'That key is not valid.'],
    ['an empty key', '', 401, 'That key is not valid.'],
    ['no text', 7, 400, 'Send {"secret": "your key or token"}.'],
    ['nothing', undefined, 400, 'Send {"secret": "your key or token"}.'],
  ])('%s signs nobody in', async (_name, secret, status, error) => {
    const response = await signIn(secret);
    expect(response).toMatchObject({ status, cookies: [] });
    expect(JSON.parse(response.body)).toMatchObject({ error });
  });

  test('the page token and an earlier cookie open nothing', async () => {
    expect(await whoIs({ ...(await signIn('x')), cookies: [server.cookie('page')] })).toBe(401);
    for (const secret of [server.uiToken, server.key]) expect((await signIn(secret)).status).toBe(401);
  });

  test('an address requested with the page token contains no code', async () => {
    const { body } = await sendRaw(server.ui, {
      method: 'POST',
      path: '/api/code',
      body: '{}',
      headers: {
        Host: `localhost:${server.ui}`,
        Authorization: `Bearer ${server.uiToken}`,
        'Content-Type': 'application/json',
      },
    });
    expect(JSON.parse(body)).toEqual({ url: `http://localhost:${server.ui}/`, proof: expect.any(String) });
  });

  test('no key is ever logged', () => {
    for (const key of [ANN, BEN]) expect(server.logged()).not.toContain(key);
  });
});

describe('users with tokens of an issuer', () => {
  const issuer = 'https://id.example.com/';
  let sign: (claims?: { aud?: string; iss?: string; exp?: string }) => Promise<string>;
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
    sign = ({ aud = 'tandem', iss = issuer, exp = '5m' } = {}) =>
      new SignJWT({ name: 'Cleo', roles: ['admin'] })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setSubject('cleo')
        .setAudience(aud)
        .setIssuer(iss)
        .setIssuedAt()
        .setExpirationTime(exp)
        .sign(privateKey);
    const yaml = `mcp: { auth: { type: jwt, issuer: "${issuer}", audience: tandem, jwksFile: keys.json } }`;
    server = await startGuardedServer({ yaml, files: { 'keys.json': jwks } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("call tools as the token's user, and the person sees the same sessions", async () => {
    const caller = await openMcpCaller(server.mcp, await sign());
    await caller.call('session_create', { name: 'By token' });
    const signedIn = await signIn(await sign());
    expect(await whoIs(signedIn)).toEqual({ userId: 'cleo', name: 'Cleo' });
  });

  test.each([
    ['another audience', { aud: 'other' }, 'mcp.auth.audience'],
    ['another issuer', { iss: 'https://evil.example/' }, 'mcp.auth.issuer'],
    ['a time that is over', { exp: '-1h' }, 'expired'],
  ])('a token with %s is refused on /mcp and on the page', async (_name, claims, word) => {
    const token = await sign(claims);
    const response = await fetch(`http://127.0.0.1:${server.mcp}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const body = await response.text();
    expect(body).toContain(word);
    expect(body).not.toContain(token);
    const page = await signIn(token);
    expect(page).toMatchObject({ status: 401, cookies: [] });
    expect(server.logged()).not.toContain(token);
  });

  test('a token with another signature than the issuer’s is refused', async () => {
    const [head, , signature] = (await sign()).split('.');
    const forged = Buffer.from(JSON.stringify({ sub: 'root', aud: 'tandem', iss: issuer, exp: 4e9 }));
    await expect(
      openMcpCaller(server.mcp, `${head}.${forged.toString('base64url')}.${signature}`),
    ).rejects.toThrow('401');
  });
});

function withoutIds({ status, headers, text }: Answer, id: string): object {
  const { 'mcp-session-id': _, 'x-request-id': __, ...others } = headers;
  // Event ids of a resumable stream are random as well.
  return { status, headers: others, text: text.replaceAll(id, '<id>').replace(/^id: .*$/gm, 'id: <event>') };
}
