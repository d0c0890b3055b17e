import { describe, expect, it } from 'vitest';
import { authSchema, userSchema } from './auth-config.ts';

const jwt = { type: 'jwt', issuer: 'https://id.example.com', audience: 'app' };
const jwks = { ...jwt, jwksUrl: 'https://id.example.com/keys' };

function messageOf(value: unknown): string {
  const parsed = authSchema.safeParse(value);
  if (parsed.success) throw new Error('was accepted');
  return parsed.error.issues.map((issue) => issue.message).join(' ');
}

describe('authSchema', () => {
  it.each([
    [{ type: 'none' }],
    [{ type: 'api_key', keys: [{ key: 'sk_live_abc123', roles: ['admin'], user: { name: 'Bot' } }] }],
    [{ type: 'api_key', keys: [{ keyEnv: 'MY_KEY' }] }],
    [{ type: 'api_key', keys: [{ keyEnv: 'MY_KEY', for: 'agent' }] }],
    [jwks],
    [
      {
        ...jwt,
        audience: ['a', 'b'],
        jwksFile: 'keys.json',
        algorithms: ['ES256'],
        userClaims: { id: 'oid' },
      },
    ],
    [{ ...jwt, jwksUrl: 'http://127.0.0.1:9000/keys' }],
    [{ type: 'oidc', issuer: 'https://id.example.com/' }],
    [{ type: 'oidc', issuer: 'http://localhost:9000', audience: 'api://tandem', scopes: ['a:b', 'c'] }],
  ])('accepts %j', (value) => {
    expect(authSchema.safeParse(value).error).toBeUndefined();
  });

  it('takes roles from the claim "roles" unless told otherwise', () => {
    expect(authSchema.parse(jwks)).toMatchObject({ rolesClaim: 'roles' });
  });

  it.each([
    [{ type: 'oidc' }, 'issuer must be text'],
    [{ type: 'api_key', keys: [{ key: 'k', for: 'robot' }] }, 'for must be "agent" or "person"'],
    [{ type: 'oidc', issuer: 'http://id.example.com' }, 'https address of your provider'],
    [{ type: 'oidc', issuer: 'https://id.example.com/?x' }, 'https address of your provider'],
    [{ type: 'oidc', issuer: 'https://a.example', scopes: ['a b'] }, 'one word without spaces'],
    [{ type: 'oidc', issuer: 'https://a.example', scope: ['a'] }, 'Did you mean "scopes"'],
    [{}, 'must be "api_key", "jwt", "oidc" or "none"'],
    [{ type: 'basic' }, 'must be "api_key", "jwt", "oidc" or "none"'],
    [{ type: 'none', keys: [] }, 'auth of type none has no setting "keys"'],
    [{ type: 'api_key' }, 'keys must be a list'],
    [{ type: 'api_key', keys: [] }, 'at least one key'],
    [{ type: 'api_key', keys: ['sk_live_abc123'] }, 'An entry of keys must be a set of key, keyEnv'],
    [{ type: 'api_key', keys: [{}] }, 'exactly one of key and keyEnv'],
    [{ type: 'api_key', keys: [{ key: 'sk_live_abc123', keyEnv: 'K' }] }, 'exactly one of key and keyEnv'],
    [{ type: 'api_key', keys: [{ key: '' }] }, 'key must not be empty'],
    [{ type: 'api_key', keys: [{ kei: 'sk_live_abc123' }] }, 'no setting "kei". Did you mean "key"?'],
    [{ type: 'api_key', keys: [{ key: 'sk_live_abc123', roles: 'admin' }] }, 'roles must be a list'],
    [{ type: 'api_key', keys: [{ key: 'sk_live_abc123', user: {} }] }, 'at least one of id, name and email'],
    [jwt, 'exactly one of jwksUrl and jwksFile'],
    [{ ...jwks, jwksFile: 'keys.json' }, 'exactly one of jwksUrl and jwksFile'],
    [{ ...jwks, issuer: undefined }, 'issuer must be text'],
    [{ ...jwks, audience: undefined }, 'audience must be the audience of your tokens'],
    [{ ...jwks, audience: [] }, 'audience must list at least one name'],
    [{ ...jwt, jwksUrl: 'http://id.example.com/keys' }, 'https'],
    [{ ...jwt, jwksUrl: 'http://localhost.evil.com/keys' }, 'https'],
    [{ ...jwt, jwksUrl: 'https://me:pass@id.example.com/keys' }, 'without a password'],
    [{ ...jwt, jwksUrl: 'file:///etc/keys' }, 'https'],
    [{ ...jwt, jwksUrl: 'keys' }, 'https'],
    [{ ...jwks, algorithms: ['HS256'] }, 'cannot be checked with a public key'],
    [{ ...jwks, algorithms: ['none'] }, 'cannot be checked with a public key'],
    [{ ...jwks, algorithms: [] }, 'at least one algorithm'],
    [{ ...jwks, roleClaim: 'x' }, 'no setting "roleClaim". Did you mean "rolesClaim"?'],
  ])('refuses %j', (value, sentence) => {
    expect(messageOf(value)).toContain(sentence);
  });

  it('never repeats a key', () => {
    const key = 'sk_live_abc123';
    expect(messageOf({ type: 'api_key', keys: [{ key, keyEnv: 'K' }, key, { key, nope: 1 }] })).not.toContain(
      key,
    );
  });
});

describe('userSchema', () => {
  it('keeps profile fields of the app itself', () => {
    const user = { id: 'ann', team: { name: 'sales' } };
    expect(userSchema.parse(user)).toEqual(user);
  });

  it.each([[{}], [{ team: 'x' }], [{ id: 1 }], [{ id: '' }], [{ id: 'a', roles: [1] }], ['ann'], [null]])(
    'refuses %j',
    (value) => {
      expect(userSchema.safeParse(value).success).toBe(false);
    },
  );
});
