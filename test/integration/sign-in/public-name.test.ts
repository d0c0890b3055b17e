import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedServer, startGuardedServer } from '../guards/guarded-server.ts';
import { type RawRequest, sendRaw } from '../guards/raw-request.ts';
import { Browser } from './browser.ts';
import { type LocalProvider, startLocalProvider } from './local-provider.mjs';

const ORIGIN = 'https://app.example.com';
const CALLBACK = `${ORIGIN}/tandem/sign-in/callback`;
const SECRET = 'secret-of-the-web-client-0123456789';
let provider: LocalProvider;
let server: GuardedServer;

beforeAll(async () => {
  provider = await startLocalProvider({
    clients: [{ client_id: 'web', client_secret: SECRET, redirect_uris: [CALLBACK] }],
  });
  server = await startGuardedServer({
    yaml: `mcp:
  auth: { type: oidc, issuer: "${provider.issuer}" }
  signIn: { clientId: web, clientSecretEnv: WEB_SECRET }
http: { publicUrl: "${ORIGIN}/tandem" }
`,
    env: { WEB_SECRET: SECRET },
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
});

/** As a proxy passes it on. */
const send = (path: string, { headers, ...request }: RawRequest = {}) =>
  sendRaw(server.ui, { ...request, path, headers: { Host: 'app.example.com', ...headers } });

test('people sign in under the public name and path, with cookies for TLS and that path only', async () => {
  const page = await send('/tandem/', { headers: { Accept: 'text/html' } });
  expect(page.status).toBe(401);
  expect(page.body).toContain(`href="/tandem/sign-in?to=${encodeURIComponent('/')}"`);

  const begun = await send('/tandem/sign-in?to=/ask/1', { headers: { Accept: 'text/html' } });
  expect(begun.status, begun.text).toBe(303);
  const [pending = ''] = begun.cookies;
  expect(pending).toMatch(/; Path=\/tandem; HttpOnly; Secure; SameSite=Lax$/);
  const leaving = new URL(begun.headers.location ?? '');
  expect(leaving.searchParams.get('redirect_uri')).toBe(CALLBACK);

  const back = await new Browser().followTo(leaving, CALLBACK);
  const returned = await send(`${back.pathname}${back.search}`, {
    headers: { Accept: 'text/html', Cookie: pending.split(';')[0] },
  });
  expect(returned.status, returned.text).toBe(303);
  expect(returned.headers.location).toBe('/tandem/ask/1');
  const cookie = returned.cookies.find((line) => line.startsWith('tandem_page_')) ?? '';
  expect(cookie).toMatch(/; Path=\/tandem; HttpOnly; Secure; SameSite=Lax$/);

  const status = await send('/tandem/api/status', { headers: { Cookie: cookie.split(';')[0] } });
  expect(JSON.parse(status.body)).toMatchObject({ user: { userId: 'ada', name: 'Ada' } });
});

test('agents are told the public address, and only tokens for it are accepted, whatever name they use', async () => {
  const metadataPath = '/tandem/.well-known/oauth-protected-resource/mcp';
  const refused = await send('/tandem/mcp', { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  expect(refused.headers['www-authenticate']).toBe(`Bearer resource_metadata="${ORIGIN}${metadataPath}"`);
  const { body } = await send(metadataPath);
  expect(JSON.parse(body)).toMatchObject({
    resource: `${ORIGIN}/tandem/mcp`,
    authorization_servers: [provider.issuer],
  });
  const list = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  const call = async (aud: string, host = 'app.example.com') => {
    const response = await sendRaw(server.mcp, {
      method: 'POST',
      path: host === 'app.example.com' ? '/tandem/mcp' : '/mcp',
      body: list,
      headers: {
        Host: host,
        Authorization: `Bearer ${await provider.sign({ aud })}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
    });
    return response.status;
  };
  const local = `127.0.0.1:${server.mcp}`;
  expect(await call(`${ORIGIN}/tandem/mcp`)).toBe(200);
  expect(await call(`${ORIGIN}/tandem/mcp`, local)).toBe(200);
  expect(await call(`http://${local}/mcp`)).toBe(401);
  // Another program on a user's machine may have this name, and pass on what it was given.
  expect(await call(`http://${local}/mcp`, local)).toBe(401);
  expect(await call(`${ORIGIN}/mcp`)).toBe(401);
});
