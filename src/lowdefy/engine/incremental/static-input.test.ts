import { expect, test } from 'vitest';
import { copyStatic, isStatic } from './static-input.ts';

test.each<[unknown]>([
  ['text'],
  [null],
  [{ title: 'A', list: [1, { deep: true }] }],
  // An operator has no other keys.
  [{ _state: 'a', other: 1 }],
  [{ '~k': 'mark', title: 'A' }],
])('%j is the same every time', (input) => {
  expect(isStatic(input)).toBe(true);
});

test.each<[unknown]>([
  [{ title: { _state: 'a' } }],
  [[{ '~k': 'mark', _state: 'a' }]],
  // What the serializer converts.
  [{ when: new Date(0) }],
  [{ '~d': 0 }],
  [{ list: [Number.NaN] }],
  [{ missing: undefined }],
  [{ run: () => {} }],
])('%j must be parsed', (input) => {
  expect(isStatic(input)).toBe(false);
});

test('a copy has none of the build’s marks and shares nothing', () => {
  const input = { '~k': 'a', list: [{ '~k': 'b', x: 1 }] };
  const copy = copyStatic(input) as typeof input;
  expect(copy).toStrictEqual({ list: [{ x: 1 }] });
  expect(copy.list[0]).not.toBe(input.list[0]);
});
