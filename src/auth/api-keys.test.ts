import { describe, expect, it } from 'vitest';
import { TandemError } from '../errors.ts';
import { createApiKeys } from './api-keys.ts';
import type { ApiKeyConfig } from './auth-config.ts';

const ADMIN = 'sk_live_abc123';
const SALES = 'sk_live_def456';
const config: ApiKeyConfig = {
  type: 'api_key',
  keys: [
    { key: ADMIN, roles: ['admin'], user: { name: 'Service', email: 'api@company.com', team: { id: 1 } } },
    { keyEnv: 'SALES_KEY', roles: ['sales'], user: { name: 'Sales Bot' } },
    { key: 'a-third-key-without-user' },
  ],
};
const env = { SALES_KEY: `${SALES}\n` };

function errorOf(keys: ApiKeyConfig['keys'], variables: Record<string, string> = {}): TandemError {
  try {
    createApiKeys({ type: 'api_key', keys }, variables);
  } catch (error) {
    if (error instanceof TandemError) return error;
  }
  throw new Error('was accepted');
}

describe('createApiKeys', () => {
  const keys = createApiKeys(config, env);

  it('gives the user and the roles of the key', () => {
    expect(keys.find(ADMIN)).toEqual({
      userId: 'api@company.com',
      roles: ['admin'],
      user: { name: 'Service', email: 'api@company.com', team: { id: 1 }, roles: ['admin'] },
      kind: 'agent',
      name: 'Service',
      local: false,
    });
  });

  it('reads keys from the environment and names a user without id by the key', () => {
    const principal = keys.find(SALES, 'person');
    expect(principal).toMatchObject({ name: 'Sales Bot', kind: 'person', roles: ['sales'] });
    expect(principal?.userId).toBe(keys.idOf(SALES));
    expect(principal?.userId).toMatch(/^key_[0-9a-f]{16}$/);
  });

  it('signs a key without a profile in', () => {
    const id = keys.idOf('a-third-key-without-user');
    expect(keys.find('a-third-key-without-user')).toMatchObject({
      userId: id,
      name: id,
      user: { roles: [] },
    });
  });

  it.each([
    [
      '',
      'x',
      `${ADMIN} `,
      ADMIN.toUpperCase(),
      ADMIN.slice(0, -1),
      `${ADMIN}0`,
      'é'.repeat(14),
      'x'.repeat(100_000),
    ],
  ])('knows no other key', (...others) => {
    for (const other of others) expect(keys.find(other)).toBeUndefined();
  });

  it('finds the holder by the id of the key, and nobody by the key', () => {
    expect(keys.byId(keys.idOf(SALES), 'person')).toEqual(keys.find(SALES, 'person'));
    expect(keys.byId(SALES)).toBeUndefined();
    expect(keys.byId(keys.idOf('unknown-key'))).toBeUndefined();
  });

  it('hands out copies', () => {
    const principal = keys.find(ADMIN);
    principal?.roles.push('root');
    (principal?.user?.team as { id: number }).id = 2;
    expect(keys.find(ADMIN)).toMatchObject({ roles: ['admin'], user: { roles: ['admin'], team: { id: 1 } } });
  });

  it('shows no key when printed', () => {
    const shown = JSON.stringify([keys, keys.find(ADMIN), keys.find(SALES), keys.idOf(ADMIN)]);
    expect(shown).not.toContain(ADMIN);
    expect(shown).not.toContain(SALES);
  });

  it.each([
    ['an unset variable', [{ keyEnv: 'MY_KEY' }], {}, 'MY_KEY'],
    ['an empty variable', [{ keyEnv: 'MY_KEY' }], { MY_KEY: ' \n' }, 'MY_KEY'],
    ['a short variable', [{ keyEnv: 'MY_KEY' }], { MY_KEY: 'secret7' }, 'MY_KEY'],
    ['a short key', [{ key: ADMIN }, { key: 'secret7' }], {}, 'mcp.auth.keys[1].key'],
    ['a key no header can carry', [{ key: 'secret7 with spaces' }], {}, 'mcp.auth.keys[0].key'],
    [
      'the same key twice',
      [{ key: 'secret7-secret7' }, { key: 'secret7-secret7' }],
      {},
      'mcp.auth.keys[0].key',
    ],
    ['a key twice by env', [{ key: ADMIN }, { keyEnv: 'MY_KEY' }], { MY_KEY: ADMIN }, 'MY_KEY'],
  ])('refuses %s, naming it without the key', (_, entries, variables, name) => {
    const error = errorOf(entries, variables as Record<string, string>);
    expect(error.code).toBe('invalid_config');
    expect(error.message).toContain(name);
    expect(error.stack).not.toContain('secret7');
    expect(error.stack).not.toContain(ADMIN);
  });
});
