import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GuardedServer, startGuardedServer } from '../guards/guarded-server.ts';
import { openMcpCaller, resultOf } from '../guards/mcp-caller.ts';
import { sendRaw } from '../guards/raw-request.ts';
import { Browser } from './browser.ts';
import { freePorts } from './free-ports.ts';
import { type LocalProvider, startLocalProvider } from './local-provider.mjs';

const SECRET = 'secret-of-the-web-client-0123456789';
let provider: LocalProvider;
let server: GuardedServer;
let browser: Browser;
const origin = () => `http://localhost:${server.ui}`;
const callback = () => `${origin()}/sign-in/callback`;

beforeAll(async () => {
  const [ui = 0, mcp = 0] = await freePorts(2);
  provider = await startLocalProvider({
    clients: [
      { client_id: 'web', client_secret: SECRET, redirect_uris: [`http://localhost:${ui}/sign-in/callback`] },
    ],
  });
  server = await startGuardedServer({
    yaml: `mcp:
  auth: { type: oidc, issuer: "${provider.issuer}" }
  signIn: { clientId: web, clientSecretEnv: WEB_SECRET, scopes: [profile, email, roles] }
`,
    env: { WEB_SECRET: SECRET },
    ports: { ui, mcp },
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
});
beforeEach(() => {
  browser = new Browser();
  Object.assign(provider.state, { user: 'ada', refuses: false, tokenAnswer: undefined });
});

/** Up to the address that the provider sends the browser back to. */
const comeBack = (to = '/') =>
  browser.followTo(`${origin()}/sign-in?to=${encodeURIComponent(to)}`, callback());

async function signIn(user: 'ada' | 'ben' = 'ada'): Promise<void> {
  provider.state.user = user;
  const response = await browser.open(await comeBack());
  expect(response.status, await response.clone().text()).toBe(303);
}

async function whoAmI(by = browser): Promise<unknown> {
  const response = await by.open(`${origin()}/api/status`, { headers: { Accept: 'application/json' } });
  return response.status === 200 ? ((await response.json()) as { user: unknown }).user : response.status;
}

const pageCookie = () => browser.cookie(origin(), /^tandem_page_/);

describe('a person', () => {
  test('is sent to the provider and comes back as themselves, to the page that they opened', async () => {
    const first = await browser.open(`${origin()}/ask/some?x=1`);
    expect(first.status).toBe(401);
    const page = await first.text();
    const link = /href="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(link).toBe(`/sign-in?to=${encodeURIComponent('/ask/some?x=1')}`);

    const begun = await browser.open(`${origin()}${link}`);
    const leaving = new URL(begun.headers.get('location') ?? '');
    expect(leaving.origin).toBe(provider.issuer);
    const { searchParams } = leaving;
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)?.length).toBeGreaterThan(20);
    expect(begun.headers.getSetCookie()[0]).toMatch(/Max-Age=600; .*HttpOnly; SameSite=Lax/);

    const back = await browser.open(await browser.followTo(leaving, callback()));
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe('/ask/some?x=1');
    expect(await whoAmI()).toEqual({ userId: 'ada', name: 'Ada' });
    const [payload = ''] = pageCookie()?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      sub: {
        t: 'person',
        principal: { roles: ['admin'], user: { email: 'ada@example.com' }, kind: 'person' },
      },
    });
  });

  test('sees the sessions that their agent made, and not those of others', async () => {
    const token = await provider.sign({ aud: `http://127.0.0.1:${server.mcp}/mcp`, sub: 'ben' });
    const agent = await openMcpCaller(server.mcp, token);
    const { sessionId } = resultOf<{ sessionId: string }>(
      await agent.call('session_create', { name: 'Of Ben' }),
    );
    await signIn('ben');
    expect(await whoAmI()).toEqual({ userId: 'ben', name: 'Ben' });
    const close = async () => {
      const tokenOfPage = await browser.open(`${origin()}/api/page-token`, { headers: { Accept: '*/*' } });
      const { token: pageToken } = (await tokenOfPage.json()) as { token: string };
      return browser.open(`${origin()}/api/sessions/${sessionId}/close`, {
        method: 'POST',
        headers: { Origin: origin(), 'Content-Type': 'application/json', 'X-Tandem-Token': pageToken },
        body: '{}',
      });
    };
    const ben = browser;
    browser = new Browser();
    await signIn('ada');
    const foreign = await close();
    expect(foreign.status).toBe(404);
    browser = ben;
    // Ben's session is his: found, though this kind cannot be closed here, or closed.
    expect((await close()).status).not.toBe(404);
  });

  test('signs out, and the page asks them to sign in again', async () => {
    await signIn();
    const status = await browser.open(`${origin()}/api/status`, { headers: { Accept: 'application/json' } });
    const { signOutPath } = (await status.json()) as { signOutPath: string };
    const foreign = await browser.open(`${origin()}${signOutPath}`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(await whoAmI()).toMatchObject({ userId: 'ada' });
    const out = await browser.open(`${origin()}${signOutPath}`, {
      method: 'POST',
      headers: { Origin: origin() },
    });
    expect(out.status).toBe(200);
    expect(pageCookie()).toBeUndefined();
    expect(await whoAmI()).toBe(401);
  });

  test('who refuses at the provider is told so, and nothing that the provider wrote is shown as HTML', async () => {
    provider.state.refuses = true;
    const response = await browser.open(await comeBack());
    expect(response.status).toBe(401);
    const text = await response.text();
    expect(text).toContain('did not let you in');
    expect(text).not.toContain('<b>no</b>');
    expect(pageCookie()).toBeUndefined();
  });
});

async function expectRefused(address: string | URL, words: string, by = browser): Promise<void> {
  const response = await by.open(address);
  const text = await response.text();
  expect(response.status, text).toBe(401);
  expect(text).toContain(words);
  expect(by.cookie(origin(), /^tandem_page_/)).toBeUndefined();
  expect(await whoAmI(by)).toBe(401);
}

describe('an attacker', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'ask',
  ])('cannot make the sign-in end at %j', async (to) => {
    const response = await browser.open(await comeBack(to));
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location, origin()).origin).toBe(origin());
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  test('cannot sign somebody else in as themselves: a code without the browser that began is worth nothing', async () => {
    const back = await comeBack();
    const victim = new Browser();
    await expectRefused(back, 'not begun in this browser', victim);
    // Nor into a sign-in that the victim has begun: the state differs.
    await victim.open(`${origin()}/sign-in`);
    await expectRefused(back, 'not valid for this sign-in', victim);
  });

  test.each(['', 'wrong'])('cannot come back with the state %j', async (state) => {
    const back = await comeBack();
    back.searchParams.set('state', state);
    await expectRefused(back, 'not valid for this sign-in');
  });

  test('cannot come back without a state, or from another provider', async () => {
    const bare = await comeBack();
    bare.searchParams.delete('state');
    await expectRefused(bare, 'not valid for this sign-in');
    const other = await comeBack();
    other.searchParams.set('iss', 'https://evil.example');
    await expectRefused(other, 'not valid for this sign-in');
  });

  test('cannot use a code twice, even with the cookie of the first time', async () => {
    const back = await comeBack();
    const pending = browser.cookie(origin(), /^tandem_signin_/) ?? '';
    expect((await browser.open(back)).status).toBe(303);
    expect(browser.cookie(origin(), /^tandem_signin_/)).toBeUndefined();
    const thief = new Browser();
    await expectRefused(back, 'not begun in this browser', thief);
    const response = await fetch(back, {
      headers: { Accept: 'text/html', Cookie: `tandem_signin_${server.ui}=${pending}` },
      redirect: 'manual',
    });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('each works once');
  });

  test('cannot change what the browser remembers', async () => {
    const back = await comeBack();
    const pending = browser.cookie(origin(), /^tandem_signin_/) ?? '';
    // Always another character than the one that is there.
    const changed = pending.replace(/(.)(.{40})$/, (_all, one, rest) => (one === 'A' ? 'B' : 'A') + rest);
    for (const forged of [`${pending}x`, changed, 'a.b.c.d.e', '']) {
      const response = await fetch(back, {
        headers: { Accept: 'text/html', Cookie: `tandem_signin_${server.ui}=${forged}` },
        redirect: 'manual',
      });
      expect(response.status).toBe(401);
    }
  });

  const stranger = generateKeyPair('RS256');
  const claimed = (nonce: string) => ({ aud: 'web', nonce, iat: Math.floor(Date.now() / 1000), sub: 'root' });
  const unsigned = (claims: object) =>
    [{ alg: 'none' }, { iss: provider.issuer, exp: 4e9, ...claims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
      .concat('.');
  test.each<[string, (nonce: string) => Promise<string> | string]>([
    ['without a signature', (nonce) => unsigned(claimed(nonce))],
    [
      'signed by somebody else',
      async (nonce) => provider.sign(claimed(nonce), { key: (await stranger).privateKey }),
    ],
    ['for another client', (nonce) => provider.sign({ ...claimed(nonce), aud: 'other' })],
    ['of another provider', (nonce) => provider.sign({ ...claimed(nonce), iss: 'https://evil.example' })],
    ['of another sign-in', () => provider.sign(claimed('other'))],
    ['that has expired', (nonce) => provider.sign({ ...claimed(nonce), exp: 1 })],
  ])('cannot bring a proof of identity %s', async (_name, make) => {
    const begun = await browser.open(`${origin()}/sign-in`);
    const leaving = new URL(begun.headers.get('location') ?? '');
    const back = await browser.followTo(leaving, callback());
    const idToken = await make(leaving.searchParams.get('nonce') ?? '');
    provider.state.tokenAnswer = () => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken });
    await expectRefused(back, 'not valid for this sign-in');
    expect(server.logged()).not.toContain(idToken);
  });
});

/** Every address of pages that changes something, approves or answers, by the file that serves it. */
const CHANGES: Record<string, readonly (readonly [string, string])[]> = {
  'ask/serve/answer-route.ts': [['POST', '/api/asks/some']],
  'chat/chat-area.ts': [
    ['POST', '/api/chat'],
    ['POST', '/api/chat/some/asks/some'],
    ['POST', '/api/chat/some/abort'],
    ['DELETE', '/api/chat/some'],
  ],
  'http/admin-routes.ts': [
    ['POST', '/api/admin/sessions/some/end'],
    ['POST', '/api/admin/end-all'],
  ],
  'http/events/event-routes.ts': [
    ['POST', '/api/events/ws'],
    ['POST', '/api/connections/some'],
  ],
  'http/person-routes.ts': [['POST', '/api/sessions/some/close']],
  'live/live-console.ts': [['POST', '/api/live/run']],
  'lowdefy/person/app-page-routes.ts': [['POST', '/api/apps/some']],
  'lowdefy/person/new-session-routes.ts': [['POST', '/api/apps']],
  'share/share-routes.ts': [['POST', '/api/sessions/some/shares']],
};
/** Those of the fixture, and the token that all of the others need. */
const MORE = [
  ['POST', '/api/approve'],
  ['POST', '/api/note'],
  ['DELETE', '/api/note'],
  ['GET', '/api/page-token'],
] as const;

test('all files with addresses that need the token of a page are listed above', () => {
  const src = join(import.meta.dirname, '../../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && /needsPageToken: /.test(readFileSync(join(src, name), 'utf8')),
  );
  expect(files.sort()).toEqual(Object.keys(CHANGES));
});

describe('an agent', () => {
  const token = () => provider.sign({ aud: [`http://127.0.0.1:${server.mcp}/mcp`, 'web'], name: 'Ada' });

  test.each([...Object.values(CHANGES).flat(), ...MORE])(
    'cannot %s %s with its token',
    async (method, path) => {
      const response = await fetch(`${origin()}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${await token()}`,
          Origin: origin(),
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect(response.status).toBe(401);
      // Nor where MCP is served: those addresses are not there.
      const atMcp = await fetch(`http://127.0.0.1:${server.mcp}${path}`, {
        method,
        headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect(atMcp.status).toBe(404);
    },
  );

  test('cannot open a WebSocket of a page with its token', async () => {
    const response = await sendRaw(server.ui, {
      path: '/ws/apps/some',
      headers: {
        Host: `localhost:${server.ui}`,
        Origin: origin(),
        Authorization: `Bearer ${await token()}`,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    expect(response.status).toBe(401);
  });

  test('cannot sign in on the page with its token, nor with the page token of the folder', async () => {
    for (const secret of [await token(), server.uiToken, server.key]) {
      const response = await fetch(`${origin()}/api/sign-in`, {
        method: 'POST',
        headers: { Origin: origin(), 'Content-Type': 'application/json' },
        body: JSON.stringify({ secret }),
      });
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).toContain('Keys and tokens are for agents here');
    }
  });

  test('gets no code for the page with the page token, and old cookies open nothing', async () => {
    const response = await fetch(`${origin()}/api/code`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.uiToken}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ url: `${origin()}/` });
    const principal = {
      userId: 'ada',
      roles: [] as string[],
      user: null,
      kind: 'person',
      name: 'Ada',
    } as const;
    for (const subject of [
      { t: 'local' },
      { t: 'key', id: 'key_0' },
      { t: 'claims', principal, exp: 4e9 },
      { t: 'person', iss: 'https://evil.example', principal, exp: 4e9 },
    ] as const) {
      const cookie = server.access.sealCookie({ audience: 'page', subject }, 60);
      const status = await fetch(`${origin()}/api/status`, {
        headers: { Cookie: `tandem_page_${server.ui}=${cookie}` },
      });
      expect(status.status).toBe(401);
    }
  });

  test('cannot use what a person got: the cookie opens no MCP', async () => {
    await signIn();
    const response = await fetch(`http://127.0.0.1:${server.mcp}/mcp`, {
      method: 'POST',
      headers: { Cookie: `tandem_page_${server.ui}=${pageCookie()}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(401);
  });
});
