import { expect, test } from 'vitest';
import { changesBetween, withChanges } from './json-changes.ts';

const cases: [unknown, unknown][] = [
  [
    { a: 1, b: { c: [1, 2] } },
    { a: 2, b: { c: [1, 3] } },
  ],
  [{ a: 1 }, { b: null }],
  [{ list: [1, 2, 3] }, { list: [2, 3] }],
  [{ a: { b: 1 } }, { a: [1] }],
  [undefined, { a: 1 }],
];

test.each(cases)('the changes between %j and %j lead from one to the other', (from, to) => {
  const before = structuredClone(from);
  expect(withChanges(from, changesBetween(from, to))).toEqual(to);
  expect(from).toEqual(before);
});

test('what stays the same is not in the changes', () => {
  const pages = { long: 'x'.repeat(1000) };
  expect(changesBetween({ pages, n: 1 }, { pages, n: 2 })).toEqual([[['n'], 2]]);
});
