import { expect, test } from 'vitest';
import { decodeJson, encodeJson } from './json-codec.ts';

const roundTrip = (value: unknown) => decodeJson(JSON.parse(JSON.stringify(encodeJson(value))));

test.each([
  ['a date', new Date('2026-01-02T03:04:05.678Z')],
  ['a big integer', 12345678901234567890n],
  ['infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]],
  ['bytes', { file: Buffer.from([0, 1, 255]) }],
  ['data that looks like a mark', { $date: 'no', other: 1 }],
  ['data that is exactly a mark', { $date: '2026-01-01' }],
  ['keys with more dollars', { $$: 1, $$$date: { $bytes: 'x' } }],
  ["the engine's own marks", { '~d': 0 }],
  ['nesting', [{ a: [null, { b: new Date(0) }] }, 'text', true, '']],
])('%s comes back equal', (_name, value) => {
  expect(roundTrip(value)).toEqual(value);
});

test('an error keeps its name and message, an invalid date stays one', () => {
  const back = roundTrip({ error: new RangeError('too far'), date: new Date(Number.NaN) }) as {
    error: Error;
    date: Date;
  };
  expect(back.error).toBeInstanceOf(Error);
  expect(back.error).toMatchObject({ name: 'RangeError', message: 'too far' });
  expect(back.date.getTime()).toBeNaN();
});

test('undefined and functions are left out of objects, and leave null in lists', () => {
  expect(roundTrip({ a: undefined, b: () => 1, c: [undefined] })).toEqual({ c: [null] });
});

test('a key named __proto__ stays a key', () => {
  const value = JSON.parse('{"__proto__": {"x": 1}}') as object;
  expect(Object.keys(roundTrip(value) as object)).toEqual(['__proto__']);
});
