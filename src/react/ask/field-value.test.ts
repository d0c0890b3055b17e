import { describe, expect, test } from 'vitest';
import { type FieldSchema, fieldsOf, kindOf } from './field-schema.ts';
import { readField, toRaw } from './field-value.ts';

const titled = [{ const: 's', title: 'Small' }, { const: 'l' }] as { const: string; title?: string }[];

test('every kind of answer that MCP allows has a control, and everything else is JSON', () => {
  const kinds: [FieldSchema, string][] = [
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'email', maxLength: 999 }, 'text'],
    [{ type: 'string', maxLength: 999 }, 'longText'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'string', enum: ['a'] }, 'choice'],
    [{ type: 'string', oneOf: titled }, 'choice'],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'choices'],
    [{ type: 'array', items: { anyOf: titled } }, 'choices'],
    [{ type: 'array', items: { type: 'string' } }, 'json'],
    [{ type: 'object' }, 'json'],
    [{}, 'json'],
  ];
  expect(kinds.map(([schema]) => kindOf(schema))).toEqual(kinds.map(([, kind]) => kind));
});

describe('a field', () => {
  test('starts with its default, and gives it back', () => {
    const presets: [FieldSchema, unknown][] = [
      [{ type: 'string', default: 'x' }, 'x'],
      [{ type: 'number', default: 0 }, 0],
      [{ type: 'boolean', default: true }, true],
      [{ type: 'boolean' }, false],
      [{ type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] }, ['b']],
      [{ type: 'object', default: { a: [1] } }, { a: [1] }],
      [
        { type: 'string', format: 'date-time', default: '2026-07-28T10:30:00.000Z' },
        '2026-07-28T10:30:00.000Z',
      ],
      [{ type: 'string' }, undefined],
    ];
    for (const [schema, value] of presets) expect(readField(schema, toRaw(schema), false)).toEqual(value);
  });

  test('says what is wrong with what was typed', () => {
    const faults: [FieldSchema, string | string[], string][] = [
      [{ type: 'integer' }, '1.5', 'whole number'],
      [{ type: 'number' }, 'NaN', 'not a number'],
      [{ type: 'number', minimum: 3 }, '2', '3 or more'],
      [{ type: 'number', maximum: 3 }, '4', '3 or less'],
      [{ type: 'string', minLength: 3 }, 'ab', 'at least 3'],
      [{ type: 'string', maxLength: 3 }, 'abcd', 'at most 3'],
      [{ type: 'string', format: 'email' }, 'ann', 'e-mail'],
      [{ type: 'string', format: 'uri' }, 'nowhere', 'https'],
      [{ type: 'string', format: 'date-time' }, 'soon', 'date and time'],
      [{ type: 'object' }, '{', 'not JSON'],
      [{ type: 'array', items: { enum: ['a'] }, minItems: 1 }, [], 'at least 1'],
    ];
    for (const [schema, raw, words] of faults) expect(() => readField(schema, raw, true)).toThrow(words);
    expect(() => readField({ type: 'string' }, '', true)).toThrow('fill this in');
    expect(readField({ type: 'number', minimum: 3 }, '', false)).toBeUndefined();
  });
});

test('the fields of a schema keep their order and know which are needed', () => {
  const schema = { properties: { b: { type: 'string' }, a: { type: 'number' } }, required: ['a'] };
  expect(fieldsOf(schema).map(({ name, required }) => [name, required])).toEqual([
    ['b', false],
    ['a', true],
  ]);
  expect(fieldsOf({})).toEqual([]);
});
