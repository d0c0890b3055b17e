import { expect, test } from 'vitest';
import { toSeenRev } from './seen-rev.ts';

test('what the person did since counts as seen, and what somebody else did does not', () => {
  expect(toSeenRev(4, [])).toBe(4);
  const steps = [
    { from: 3, to: 4 },
    { from: 4, to: 5 },
    { from: 5, to: 6 },
  ];
  expect(toSeenRev(4, steps)).toBe(6);
  // The agent was at 5.
  expect(
    toSeenRev(4, [
      { from: 4, to: 5 },
      { from: 6, to: 7 },
    ]),
  ).toBe(5);
});
