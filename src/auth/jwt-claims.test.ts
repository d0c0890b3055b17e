import { describe, expect, it } from 'vitest';
import type { JwtConfig } from './auth-config.ts';
import { toPrincipal } from './jwt-claims.ts';

function read(claims: Record<string, unknown>, own: Partial<JwtConfig> = {}) {
  const config: JwtConfig = {
    type: 'jwt',
    issuer: 'i',
    audience: 'a',
    jwksFile: 'f',
    rolesClaim: 'roles',
    ...own,
  };
  return toPrincipal({ sub: 'ann', ...claims }, config, 'agent');
}

describe('roles', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['roles', { roles: ['a', 'b'] }, ['a', 'b']],
    ['roles', { roles: 'a  b\tc ' }, ['a', 'b', 'c']],
    ['roles', { roles: '' }, []],
    ['roles', { roles: ['a', 1, null, { b: 1 }] }, ['a']],
    ['roles', { roles: { admin: true } }, []],
    ['roles', { roles: 1 }, []],
    ['roles', {}, []],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['realm_access.roles', { realm_access: null }, []],
    ['realm_access.roles', { realm_access: 'roles' }, []],
    ['https://example.com/roles', { 'https://example.com/roles': ['a'] }, ['a']],
    ['constructor.name', {}, []],
    ['__proto__.x', {}, []],
  ])('are read from %s of %j', (rolesClaim, claims, roles) => {
    const principal = read(claims, { rolesClaim });
    expect(principal.roles).toEqual(roles);
    expect(principal.user?.roles).toEqual(roles);
  });
});

describe('the user', () => {
  it('has the usual claims and those that are mapped', () => {
    const claims = { name: 'Ann', email: 'a@b.c', org: { dept: 'sales' }, oid: '42', extra: 'left out' };
    expect(
      read(claims, {
        userClaims: { id: 'oid', department: 'org.dept', nothing: 'nope', method: 'toString' },
      }),
    ).toEqual({
      userId: '42',
      roles: [],
      kind: 'agent',
      local: false,
      user: { id: '42', name: 'Ann', email: 'a@b.c', department: 'sales', roles: [] },
      name: 'Ann',
    });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ sub: 7 }, '7', '7'],
    [{ sub: undefined, email: 'a@b.c' }, 'a@b.c', 'a@b.c'],
    [{ sub: undefined, email: 'a@b.c', email_verified: true }, 'a@b.c', 'a@b.c'],
    [{ name: '', email: 'a@b.c' }, 'ann', 'a@b.c'],
    [{ name: { first: 'A' } }, 'ann', 'ann'],
  ])('of %j is found', (claims, userId, name) => {
    expect(read(claims)).toMatchObject({ userId, name });
  });

  it.each([[{ sub: undefined }], [{ sub: null }], [{ sub: {} }], [{ sub: ['ann'] }], [{ sub: 'local' }]])(
    'of %j is refused',
    (claims) => {
      expect(() => read(claims)).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    },
  );

  it('cannot give itself roles', () => {
    expect(read({ groups: ['admin'] }, { userClaims: { roles: 'groups' } })).toMatchObject({
      roles: [],
      user: { roles: [] },
    });
  });
});
