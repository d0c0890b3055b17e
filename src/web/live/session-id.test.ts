import { expect, test } from 'vitest';
import { sessionIdOf } from './session-id.ts';

test('the first step of the path is the session, where it is one', () => {
  expect(sessionIdOf('/2/any/path')).toBe('2');
  expect(sessionIdOf('/sess_aZ09/variables')).toBe('sess_aZ09');
  for (const path of ['/', '', '/about.html', '/live/x']) expect(sessionIdOf(path)).toBe('1');
});
