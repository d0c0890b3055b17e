import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedServer, startGuardedServer } from '../guards/guarded-server.ts';
import { Browser } from './browser.ts';
import { type LocalProvider, startLocalProvider } from './local-provider.mjs';
import { OAuthMemory, REDIRECT } from './oauth-client.ts';

let provider: LocalProvider;
let server: GuardedServer;
const at = (path: string, host = '127.0.0.1') => `http://${host}:${server.mcp}${path}`;

beforeAll(async () => {
  provider = await startLocalProvider();
  server = await startGuardedServer({
    yaml: `mcp: { auth: { type: oidc, issuer: "${provider.issuer}", scopes: [tandem] } }`,
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
});

function post(token: string | undefined, path = '/mcp', host?: string): Promise<Response> {
  return fetch(at(path, host), {
    method: 'POST',
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    }),
  });
}

async function connect(memory: OAuthMemory, host?: string) {
  const transport = new StreamableHTTPClientTransport(new URL(at('/mcp', host)), { authProvider: memory });
  const client = new Client({ name: 'test', version: '1' }, {});
  return { client, transport, connecting: client.connect(transport) };
}

describe('the official client, which knows only the address of the server', () => {
  test.each(['127.0.0.1', 'localhost'])(
    'finds the provider, registers, signs in and calls a tool at %s',
    async (host) => {
      const memory = new OAuthMemory();
      const first = await connect(memory, host);
      await expect(first.connecting).rejects.toThrow(UnauthorizedError);
      const { sentTo } = memory;
      expect(sentTo?.origin).toBe(provider.issuer);
      expect(sentTo?.searchParams.get('resource')).toBe(at('/mcp', host));
      expect(sentTo?.searchParams.get('code_challenge_method')).toBe('S256');
      expect(sentTo?.searchParams.get('scope')).toContain('tandem');
      expect(provider.state.requests).toContain('POST /reg');

      const back = await new Browser().followTo(sentTo ?? '', REDIRECT);
      await first.transport.finishAuth(back.searchParams);
      const { client, connecting } = await connect(memory, host);
      await connecting;
      const made = await client.callTool({ name: 'session_create', arguments: { name: 'By OAuth' } });
      expect(made.isError).toBeFalsy();
      await client.close();

      const before = memory.kept?.access_token;
      if (memory.kept) memory.kept = { ...memory.kept, access_token: 'out.of.date' };
      const again = await connect(memory, host);
      await again.connecting;
      expect(memory.kept?.access_token).not.toBe(before);
      const listed = await again.client.callTool({ name: 'session_list', arguments: {} });
      expect(JSON.stringify(listed)).toContain('By OAuth');
      await again.client.close();
    },
  );
});

describe('what the server says about itself', () => {
  test.each([
    ['/.well-known/oauth-protected-resource', '/mcp'],
    ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
    ['/.well-known/oauth-protected-resource/sse', '/sse'],
  ])('%s is about %s', async (path, resource) => {
    const response = await fetch(at(path));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      resource: at(resource),
      resource_name: 'Tandem',
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['tandem'],
    });
  });

  test('only reading it is possible, and not from a page of somebody else', async () => {
    const path = at('/.well-known/oauth-protected-resource');
    const posted = await fetch(path, { method: 'POST' });
    expect(posted.status).toBe(405);
    const foreign = await fetch(path, { headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
  });

  test('without a provider there is none', async () => {
    await using plain = await startGuardedServer();
    const response = await fetch(`http://127.0.0.1:${plain.mcp}/.well-known/oauth-protected-resource/mcp`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('no OAuth provider');
  });
});

const metadata = (path = '/mcp') =>
  `resource_metadata="${at(`/.well-known/oauth-protected-resource${path}`)}"`;

describe('a refusal', () => {
  test('without a token says where to get one, and nothing about an error', async () => {
    const response = await post(undefined);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(`Bearer scope="tandem", ${metadata()}`);
    const sse = await fetch(at('/sse'));
    expect(sse.headers.get('www-authenticate')).toContain(metadata('/sse'));
  });

  const good = () => ({ aud: at('/mcp'), scope: 'tandem', name: 'Ada', roles: ['admin'] });
  test('is not for a token as it should be', async () => {
    expect((await post(await provider.sign(good()))).status).toBe(200);
    expect(
      (await post(await provider.sign({ ...good(), scope: undefined, scp: ['other', 'tandem'] }))).status,
    ).toBe(200);
    expect((await post(await provider.sign({ ...good(), aud: ['x', at('/sse')] }))).status).toBe(200);
  });

  const other = generateKeyPair('RS256');
  const unsigned = (claims: object) =>
    [
      { alg: 'none', typ: 'JWT' },
      { iss: provider.issuer, sub: 'ada', exp: 4e9, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
      .concat('.');
  test.each<[string, () => Promise<string> | string, string]>([
    [
      'another audience',
      () => provider.sign({ ...good(), aud: 'https://other.example/mcp' }),
      'audience other than this server',
    ],
    [
      'another host of this server',
      () => provider.sign({ ...good(), aud: at('/mcp', 'localhost') }),
      'audience other',
    ],
    ['no audience', () => provider.sign({ ...good(), aud: undefined }), 'no "aud" claim'],
    [
      'another issuer',
      () => provider.sign({ ...good(), iss: 'https://evil.example' }),
      'issuer other than mcp.auth.issuer',
    ],
    ['a time that is over', () => provider.sign({ ...good(), exp: 1 }), 'expired'],
    ['no end', () => provider.sign({ ...good(), exp: undefined }), 'no "exp" claim'],
    [
      'a signature of somebody else',
      async () => provider.sign(good(), { key: (await other).privateKey }),
      'signature is wrong',
    ],
    [
      'a key that nobody knows',
      async () => provider.sign(good(), { header: { kid: 'x' }, key: (await other).privateKey }),
      'not in the key set',
    ],
    [
      'a shared secret instead of a key',
      () => provider.sign(good(), { header: { alg: 'HS256' }, key: new TextEncoder().encode('public') }),
      'algorithm that is not accepted',
    ],
    ['alg: none', () => unsigned(good()), 'algorithm that is not accepted'],
    ['no user', () => provider.sign({ ...good(), sub: undefined }), 'names no user'],
    ['the name of this machine’s user', () => provider.sign({ ...good(), sub: 'local' }), 'reserved'],
    ['no form at all', () => 'nonsense', 'not a signed JSON Web Token'],
  ])('of a token with %s is 401 and says so', async (_name, make, words) => {
    const token = await make();
    const response = await post(token);
    expect(response.status).toBe(401);
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(
      /^Bearer error="invalid_token", error_description="The token[^"]+", scope="tandem", /,
    );
    expect(challenge).toContain(metadata());
    const { error } = (await response.json()) as { error: string };
    expect(error).toContain(words);
    expect(`${error}${challenge}${server.logged()}`).not.toContain(token);
  });

  test.each([[''], ['openid'], ['tandem:read'], ['TANDEM']])(
    'of a token with the scopes "%s" is 403 and names the missing one',
    async (scope) => {
      const response = await post(await provider.sign({ ...good(), scope }));
      expect(response.status).toBe(403);
      const challenge = response.headers.get('www-authenticate') ?? '';
      expect(challenge).toMatch(
        /^Bearer error="insufficient_scope", error_description="[^"]+", scope="tandem", /,
      );
      expect(challenge).toContain(metadata());
      expect(await response.text()).toContain('lacks the scope');
    },
  );

  test('while the provider is down is 503, and ends with that', async () => {
    const lost = await startLocalProvider();
    await lost.close();
    await using alone = await startGuardedServer({
      yaml: `mcp: { auth: { type: oidc, issuer: "${lost.issuer}" } }`,
    });
    const response = await fetch(`http://127.0.0.1:${alone.mcp}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await lost.sign({})}` },
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('did not describe itself');
  });
});

test('with a configured audience, only that counts', async () => {
  await using named = await startGuardedServer({
    yaml: `mcp: { auth: { type: oidc, issuer: "${provider.issuer}", audience: "api://tandem" } }`,
  });
  const send = async (aud: string) =>
    fetch(`http://127.0.0.1:${named.mcp}/state`, {
      headers: { Authorization: `Bearer ${await provider.sign({ aud })}` },
    });
  expect((await send('api://tandem')).status).toBe(200);
  expect((await send(`http://127.0.0.1:${named.mcp}/mcp`)).status).toBe(401);
});
