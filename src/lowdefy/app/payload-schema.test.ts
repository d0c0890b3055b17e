import { expect, test } from 'vitest';
import { checkPayload, toShortSchema } from './payload-schema.ts';

test.each<[object, string]>([
  [{ type: 'object' }, 'object'],
  [{}, 'any'],
  [{ type: 'object', properties: {} }, '{}'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { const: 1 }] } }, '(string | 1)[]'],
  [
    {
      properties: { a: { properties: { b: { type: 'integer' } }, required: ['b'] }, c: true },
      required: ['a'],
    },
    '{ a: { b: integer }, c?: any }',
  ],
])('%j is shown in one line', (schema, text) => {
  expect(toShortSchema(schema as Record<string, unknown>)).toBe(text);
});

test('an endlessly nested schema is cut', () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let depth = 0; depth < 20; depth++) schema = { properties: { inner: schema } };
  expect(toShortSchema(schema)).toBe('{ inner?: { inner?: { inner?: { inner?: object } } } }');
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, { type: 'string' }]));
  expect(toShortSchema({ properties: wide }).length).toBeLessThan(700);
});

test('what cannot be validated is left to the app', () => {
  const payloadSchema = { type: 'object', if: {}, else: { required: ['a'] } };
  expect(() => checkPayload({ endpointId: 'e', auth: {}, payloadSchema }, {})).not.toThrow();
  expect(() => checkPayload({ endpointId: 'e', auth: {} }, 7)).not.toThrow();
});
