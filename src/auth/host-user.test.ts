import { expect, test } from 'vitest';
import { toHostPrincipal } from './host-user.ts';

test('only the userId is needed', () => {
  expect(toHostPrincipal({ userId: 'ada' }, 'agent')).toEqual({
    userId: 'ada',
    name: 'ada',
    roles: [],
    user: { id: 'ada', name: 'ada', roles: [] },
    kind: 'agent',
    local: false,
  });
});

test('a profile of its own is passed on as it is', () => {
  const given = { userId: 'ada', name: 'Ada', roles: ['admin'], user: { sub: 1 } };
  expect(toHostPrincipal(given, 'person')).toEqual({ ...given, kind: 'person', local: false });
  expect(toHostPrincipal({ userId: 'ada', user: null }, 'person').user).toBeNull();
});

test.each([
  [true, 'signIn must return'],
  [{ userId: '' }, '(at userId)'],
  [{ userId: 7 }, '(at userId)'],
  [{ userId: 'ada', roles: 'admin' }, '(at roles)'],
  [{ userId: 'ada', local: true }, 'local'],
  [{ userId: 'local' }, 'reserved for this machine'],
])('%j is refused', (given, why) => {
  expect(() => toHostPrincipal(given, 'person')).toThrow(why);
});
