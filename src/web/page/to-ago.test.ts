import { expect, test } from 'vitest';
import { toAgo } from './to-ago.ts';

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '60 minutes ago'],
  [2 * 3600, '2 hours ago'],
  [86_400, 'yesterday'],
  [9 * 86_400, '9 days ago'],
])('%i seconds are %s', (seconds, words) => {
  const now = Date.parse('2026-01-10T00:00:00Z');
  expect(toAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});
