import { expect, test } from 'vitest';
import { longestRun } from './longest-run.ts';

test.each([
  ['nothing', [], []],
  ['all in order', [0, 1, 2], [0, 1, 2]],
  ['the last one came first', [3, 0, 1, 2], [0, 1, 2]],
  ['the first one went last', [1, 2, 3, 0], [1, 2, 3]],
  ['two changed places', [0, 2, 1, 3], [0, 1, 3]],
  ['turned round', [2, 1, 0], [0]],
])('%s', (_name, given, expected) => {
  expect(longestRun(given, (rank) => rank)).toEqual(expected);
});
