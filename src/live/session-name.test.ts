import { expect, test } from 'vitest';
import { toSessionName } from './session-name.ts';

test.each([
  ['1', undefined, 'Live UI 1'],
  ['1', 'contacts', 'Contacts'],
  ['2', 'my-cool_app', 'My cool app (2)'],
])('session %s with %s is called %s', (alias, app, name) => {
  expect(toSessionName(alias, app)).toBe(name);
});
