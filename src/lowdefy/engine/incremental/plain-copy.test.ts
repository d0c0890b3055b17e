import { expect, test } from 'vitest';
import { type Serializer, withPlainCopies } from './plain-copy.ts';

// Without types.
const { serializer } = (await import('@lowdefy/helpers' as string)) as { serializer: Serializer };

const hole = new Array(1);
const marked = Object.defineProperty({ a: 1 }, '~k', { value: 'mark', configurable: true });

test.each<[unknown]>([
  ['text'],
  [null],
  [undefined],
  [-0],
  [Number.NaN],
  [{ a: { b: [1, true, null, 'x', { c: -0 }] }, gone: undefined, inf: Number.POSITIVE_INFINITY }],
  [[undefined, () => 1, hole]],
  [{ when: new Date(5), list: [new Date(6)], error: new Error('no') }],
  [{ '~d': 5 }],
  [{ '~e': { name: 'Error', message: 'no' } }],
  [JSON.parse('{"__proto__": {"a": 1}, "b": 2}')],
  [{ inside: marked }],
  [Object.assign(Object.create({ inherited: 1 }), { own: 2 })],
  [{ toJSON: () => 'other' }],
])('%j is copied as the serializer copies it', (value) => {
  const stock = serializer.copy(value);
  const copy = withPlainCopies(serializer, () => withPlainCopies(serializer, () => serializer.copy(value)));
  expect(copy).toStrictEqual(stock);
  expect(Object.is(copy, stock) || typeof copy === 'object').toBe(true);
  expect(Reflect.ownKeys(Object(copy))).toEqual(Reflect.ownKeys(Object(stock)));
});

test('nothing is shared, and the serializer is as before afterwards', () => {
  const { copy } = serializer;
  const value = { list: [{ a: 1 }] };
  const made = withPlainCopies(serializer, () => serializer.copy(value)) as typeof value;
  expect(made.list[0]).not.toBe(value.list[0]);
  expect(serializer.copy).toBe(copy);
});
