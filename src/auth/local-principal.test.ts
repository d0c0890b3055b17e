import { describe, expect, it } from 'vitest';
import { TandemError } from '../errors.ts';
import { createLocalPrincipal, parseUserEnv } from './local-principal.ts';

describe('createLocalPrincipal', () => {
  it('is not signed in when nothing is configured', () => {
    expect(createLocalPrincipal({ user: undefined, kind: 'agent' })).toEqual({
      userId: 'local',
      roles: [],
      user: null,
      kind: 'agent',
      name: 'local',
      local: true,
    });
  });

  it('shows the app the whole profile, roles inside', () => {
    const user = { id: 'ann', name: 'Ann', email: 'ann@example.com', roles: ['admin'], team: 'sales' };
    expect(createLocalPrincipal({ user, kind: 'person' })).toEqual({
      userId: 'ann',
      roles: ['admin'],
      user,
      kind: 'person',
      name: 'Ann',
      local: true,
    });
  });

  it.each([
    [{ email: 'ann@example.com' }, 'ann@example.com', 'ann@example.com'],
    [{ name: 'Ann' }, 'local', 'Ann'],
    [{ id: 'ann' }, 'ann', 'ann'],
  ])('names %j', (user, userId, name) => {
    expect(createLocalPrincipal({ user, kind: 'agent' })).toMatchObject({
      userId,
      name,
      roles: [],
      user: { ...user, roles: [] },
    });
  });

  it('shares nothing with the configuration', () => {
    const user = { id: 'ann', roles: ['a'], team: { name: 'x' } };
    const principal = createLocalPrincipal({ user, kind: 'agent' });
    principal.roles.push('admin');
    (principal.user?.team as { name: string }).name = 'y';
    expect(user).toEqual({ id: 'ann', roles: ['a'], team: { name: 'x' } });
    expect(principal.user?.roles).toEqual(['a']);
  });
});

describe('parseUserEnv', () => {
  it('reads a profile', () => {
    expect(parseUserEnv('{"id":"ann","roles":["admin"],"team":"sales"}')).toEqual({
      id: 'ann',
      roles: ['admin'],
      team: 'sales',
    });
  });

  it.each([
    ['', 'not valid JSON'],
    ['ann', 'not valid JSON'],
    ['"ann"', 'not a user profile: A user must be'],
    ['{}', 'at least one of id, name and email'],
    ['{"id":"ann","roles":"admin"}', '(at roles): roles must be a list'],
    ['{"id":7}', '(at id): The id of a user must be text'],
  ])('refuses %s', (text, sentence) => {
    const error = (() => {
      try {
        return parseUserEnv(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(TandemError);
    expect(error).toMatchObject({ code: 'invalid_config', message: expect.stringContaining(sentence) });
  });
});
