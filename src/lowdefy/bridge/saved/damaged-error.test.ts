import { expect, test } from 'vitest';
import { TandemError } from '../../../errors.ts';
import { damagedError } from './damaged-error.ts';

test('a missing part is reported in a sentence, with what to do', () => {
  expect(() => (JSON.parse('{}') as { fields: string[] }).fields.filter(Boolean)).toThrow(TypeError);
  expect(damagedError(new TypeError('Cannot read fields'))).toMatchObject({
    code: 'unavailable',
    message:
      'The saved data of this session is damaged (Cannot read fields). It was left unchanged. Close the session and create another one.',
  });
});

test('other errors are left as they are', () => {
  expect(damagedError(new TandemError('not_found', 'Gone.'))).toBeUndefined();
  expect(damagedError(new Error('other'))).toBeUndefined();
});
