import { expect, it } from 'vitest';
import { createScrub, sensitiveValues } from './create-scrub.ts';

it('removes secrets, in every form they are written in', () => {
  const scrub = createScrub(['p@ss"word', 'abc', 'p@ss"word-long']);
  expect(scrub('p@ss"word-long and p@ss"word and p%40ss%22word and p@ss\\"word')).toBe(
    '[secret] and [secret] and [secret] and [secret]',
  );
  // Too short to distinguish from part of a word.
  expect(scrub('abc')).toBe('abc');
});

it('removes credentials from connection strings that are not declared secret', () => {
  const scrub = createScrub([]);
  expect(scrub('cannot reach postgres://ann:hunter2@db:5432/x')).toBe(
    'cannot reach postgres://[secret]@db:5432/x',
  );
  expect(scrub('Server=db;Password=hunter2;')).toBe('Server=db;Password=[secret];');
  expect(scrub('see https://example.com/a@b')).toBe('see https://example.com/a@b');
});

it('finds sensitive values in properties', () => {
  expect(
    sensitiveValues({
      client: 'pg',
      connection: { host: 'db', password: 'hunter2' },
      headers: { Authorization: 'Bearer tok' },
      url: 'mysql://u:s%21x@h/d',
    }),
  ).toEqual(['hunter2', 'Bearer tok', 'mysql://u:s%21x@h/d', 's%21x', 's!x']);
});
