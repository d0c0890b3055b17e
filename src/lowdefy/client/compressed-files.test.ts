import { expect, test } from 'vitest';
import { acceptedEncodings } from './compressed-files.ts';

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip, deflate', ['gzip']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['identity', []],
  [null, []],
])('a client that accepts %s gets %j', (header, names) => {
  expect(acceptedEncodings(header).map(({ name }) => name)).toEqual(names);
});
