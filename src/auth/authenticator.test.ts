import { describe, expect, it, vi } from 'vitest';
import type { ApiKeyConfig, OidcConfig } from './auth-config.ts';
import { type AuthenticatorOptions, createAuthenticator } from './authenticator.ts';

const MADE_ONCE = 'made-once-key-of-this-folder';
const KEY = 'sk_live_abc123';
const ann = { id: 'ann', name: 'Ann', roles: ['admin'] };

function create(options: Partial<AuthenticatorOptions> = {}) {
  return createAuthenticator({
    auth: undefined,
    user: undefined,
    env: {},
    madeOnceKey: () => MADE_ONCE,
    bindIsLoopback: true,
    ...options,
  });
}

const jwt = {
  type: 'jwt',
  issuer: 'https://id.example.com',
  audience: 'app',
  jwksFile: '/nonexistent/jwks.json',
  rolesClaim: 'roles',
} as const;
const apiKey: ApiKeyConfig = { type: 'api_key', keys: [{ key: KEY, roles: ['sales'] }] };
const bad = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${MADE_ONCE}`,
  MADE_ONCE,
  KEY,
  `Bearer ${KEY} ${MADE_ONCE}`,
];

async function errorOf(promise: Promise<unknown>): Promise<{ code: string; message: string; stack: string }> {
  return promise.then(
    () => Promise.reject(new Error('was let in')),
    (error) => error,
  );
}

describe('with nothing configured', () => {
  it('takes the made-once key for the local user', async () => {
    const authenticator = create({ user: ann });
    expect(authenticator.scheme).toBe('made_once_key');
    expect(await authenticator.authenticate(`Bearer ${MADE_ONCE}`)).toMatchObject({
      userId: 'ann',
      roles: ['admin'],
      kind: 'agent',
      local: true,
    });
    expect(await create().authenticate(`Bearer ${MADE_ONCE}`)).toMatchObject({ userId: 'local', user: null });
  });

  it.each([...bad, `Bearer ${MADE_ONCE}x`, 'Bearer x', `Bearer ${KEY}`])(
    'refuses %j and says how',
    async (header) => {
      const error = await errorOf(create().authenticate(header));
      expect(error.code).toBe('unauthorized');
      expect(error.message).toContain('Send "Authorization: Bearer <key>". The key is in .tandem/mcp-key');
      expect(error.stack).not.toContain(MADE_ONCE);
    },
  );

  it('makes the key only when one comes in', async () => {
    const madeOnceKey = vi.fn(() => MADE_ONCE);
    const authenticator = create({ madeOnceKey });
    await errorOf(authenticator.authenticate(undefined));
    expect(madeOnceKey).not.toHaveBeenCalled();
    await authenticator.authenticate(`Bearer ${MADE_ONCE}`);
    expect(madeOnceKey).toHaveBeenCalledOnce();
  });
});

describe('with type none', () => {
  it('lets everybody on this machine in as the local user', async () => {
    const authenticator = create({ auth: { type: 'none' }, user: ann });
    expect(authenticator.scheme).toBe('none');
    for (const header of bad) {
      expect(await authenticator.authenticate(header)).toMatchObject({
        userId: 'ann',
        kind: 'agent',
        local: true,
      });
    }
  });
});

describe('with API keys', () => {
  it('takes configured keys only, not the made-once key', async () => {
    const authenticator = create({ auth: apiKey, user: ann, bindIsLoopback: false });
    expect(authenticator.scheme).toBe('api_key');
    expect(await authenticator.authenticate(`Bearer ${KEY}`)).toMatchObject({
      userId: authenticator.apiKeys?.idOf(KEY),
      roles: ['sales'],
      local: false,
    });
    for (const header of [...bad, `Bearer ${MADE_ONCE}`, `Bearer ${KEY}x`]) {
      const error = await errorOf(authenticator.authenticate(header));
      expect(error.code).toBe('unauthorized');
      expect(error.message).toContain('one of the keys in mcp.auth.keys');
      expect(error.stack).not.toContain(KEY);
      expect(error.stack).not.toContain(MADE_ONCE);
    }
  });

  it('shows no key when printed', () => {
    expect(JSON.stringify([create(), create({ auth: apiKey }), create({ auth: jwt })])).not.toMatch(
      `${KEY}|${MADE_ONCE}`,
    );
  });

  it('fails at start when a key is missing', () => {
    expect(() => create({ auth: { type: 'api_key', keys: [{ keyEnv: 'NO_SUCH_KEY' }] } })).toThrow(
      'NO_SUCH_KEY',
    );
  });
});

describe('with JWT', () => {
  it('takes tokens only', async () => {
    const authenticator = create({ auth: jwt, bindIsLoopback: false });
    expect(authenticator.scheme).toBe('jwt');
    for (const header of bad) {
      const error = await errorOf(authenticator.authenticate(header));
      expect(error).toMatchObject({
        code: 'unauthorized',
        message: expect.stringContaining('with a token from https://id'),
      });
    }
    const error = await errorOf(authenticator.authenticate(`Bearer ${MADE_ONCE}`));
    expect(error).toMatchObject({
      code: 'unauthorized',
      message: 'The token is not a signed JSON Web Token.',
    });
  });
});

describe('bound elsewhere than loopback', () => {
  it('needs to know which tokens are for it, since any program may be called localhost', () => {
    const oidc: OidcConfig = {
      type: 'oidc',
      issuer: 'https://id.example.com',
      scopes: [],
      rolesClaim: 'roles',
    };
    expect(() => create({ auth: oidc, bindIsLoopback: false })).toThrow('mcp.auth.audience');
    expect(create({ auth: oidc, bindIsLoopback: false, isNamed: true }).scheme).toBe('oidc');
    expect(create({ auth: { ...oidc, audience: 'app' }, bindIsLoopback: false }).scheme).toBe('oidc');
  });

  it.each([[undefined], [{ type: 'none' } as const]])('refuses to start with auth %j', (auth) => {
    expect(() => create({ auth, bindIsLoopback: false })).toThrow(
      expect.objectContaining({
        code: 'invalid_config',
        message: expect.stringContaining('needs mcp.auth with type api_key, jwt or oidc'),
      }),
    );
  });
});
