import { describe, expect, test } from 'vitest';
import { checkJsonDepth, isTooDeepValue, MAX_JSON_DEPTH, parseJson } from './parse-json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('JSON from outside', () => {
  test('is parsed up to the limit', () => {
    for (const text of [nested(MAX_JSON_DEPTH), objects(MAX_JSON_DEPTH)])
      expect(JSON.stringify(parseJson(text, 'It'))).toBe(text);
  });

  test.each([nested(MAX_JSON_DEPTH + 1), objects(MAX_JSON_DEPTH + 1), nested(5000), '['.repeat(1_000_000)])(
    'is refused with a sentence beyond it',
    (text) => {
      expect(() => parseJson(text, 'The body')).toThrow(
        `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Send flatter JSON.`,
      );
    },
  );

  test('may hold brackets in text, behind escaped quotes too, and side by side', () => {
    const brackets = '[{'.repeat(1000);
    const texts = [
      JSON.stringify({ a: brackets, b: `"${brackets}`, c: `\\${brackets}`, [`\\"${brackets}`]: 1 }),
      `[${nested(100)},${nested(100)},${nested(100)}]`,
    ];
    for (const text of texts) expect(() => checkJsonDepth(text, 'It')).not.toThrow();
  });

  test.each(['', '{"half":', '"open', '"\\', `"${'x'.repeat(500)}`, `${'x'.repeat(500)}`])(
    'that is not valid is refused with a sentence: %j',
    (text) => {
      expect(() => parseJson(text, 'The body')).toThrow('The body is not valid JSON.');
    },
  );
});

test('values that were parsed elsewhere are measured alike', () => {
  for (const make of [nested, objects]) {
    expect(isTooDeepValue(JSON.parse(make(MAX_JSON_DEPTH)))).toBe(false);
    expect(isTooDeepValue(JSON.parse(make(MAX_JSON_DEPTH + 1)))).toBe(true);
  }
  expect(isTooDeepValue(null)).toBe(false);
});
