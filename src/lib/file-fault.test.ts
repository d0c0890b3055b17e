import { expect, test } from 'vitest';
import { toExpectedError } from './file-fault.ts';

test.each([
  ['ENOSPC', 'Free some space'],
  ['EFBIG', 'ulimit -f'],
  ['EMFILE', 'ulimit -n'],
])('%s is a sentence with what to do', (code, advice) => {
  const error = Object.assign(new Error(code), { code, syscall: 'write' });
  expect(toExpectedError(error)?.message).toMatch(
    new RegExp(`^The server could not access a file: .*${advice}.*\\.$`),
  );
});

test('what comes from no system call is not expected', () => {
  expect(toExpectedError(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBeUndefined();
});
