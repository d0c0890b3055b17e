import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaOfBlock } from './block-schema.ts';

function schemaOf(type: string, properties: Record<string, unknown> = {}, valueType?: string) {
  return schemaOfBlock({ type, properties, valueType }, {});
}

const METAS: Record<string, { category: string; valueType?: string }> = JSON.parse(
  readFileSync(new URL('../app/block-metas.json', import.meta.url), 'utf8'),
);
const NEWER = [
  'AgGridInputMaterial',
  'Calendar',
  'SegmentedSelector',
  'Slider',
  'TiptapInput',
  'TiptapMentionInput',
  'TreeSelector',
];
const INPUTS = [...Object.keys(METAS).filter((type) => METAS[type]?.category === 'input'), ...NEWER];

test.each(INPUTS)('%s has a schema that validators understand', (type) => {
  for (const properties of [
    {},
    { options: { _request: 'get' }, min: { _state: 'min' }, type: { _if: {} } },
  ]) {
    const schema = schemaOf(type, properties);
    expect(schema.type ?? schema.anyOf).toBeDefined();
    expect(() => z.fromJSONSchema(schema)).not.toThrow();
    expect(JSON.stringify(schema)).not.toContain('"_');
  }
});

test('a text has its format, length and example', () => {
  expect(schemaOf('TextInput', { type: 'email', maxLength: 80, placeholder: 'a@b.example' })).toEqual({
    type: 'string',
    format: 'email',
    maxLength: 80,
    examples: ['a@b.example'],
  });
  expect(schemaOf('TextInput', { type: 'url' })).toEqual({ type: 'string', format: 'uri' });
  expect(schemaOf('TextInput', { type: 'password' })).toEqual({ type: 'string', writeOnly: true });
  expect(schemaOf('TextInput', { maxLength: { _state: 'most' } })).toEqual({ type: 'string' });
  expect(schemaOf('TitleInput', { editable: { maxLength: 9 } })).toEqual({ type: 'string', maxLength: 9 });
});

test('a number has its range', () => {
  expect(schemaOf('NumberInput', { min: 0, max: 9.5, precision: 2, placeholder: '1.5' })).toEqual({
    type: 'number',
    minimum: 0,
    maximum: 9.5,
    examples: [1.5],
    description: 'At most 2 decimals',
  });
  expect(schemaOf('NumberInput', { precision: 0 })).toEqual({ type: 'integer' });
  expect(schemaOf('RatingSlider')).toEqual({
    anyOf: [{ type: 'integer', minimum: 0, maximum: 10 }, { const: 'N/A' }],
  });
  expect(schemaOf('Slider', { range: true, step: 0.5 })).toEqual({
    type: 'array',
    items: { type: 'number', minimum: 0, maximum: 100 },
    minItems: 2,
    maxItems: 2,
  });
});

test('static options are listed, with labels that differ from their values', () => {
  const options = [
    { value: 1, label: '<b>One</b>' },
    { value: 2, label: '2' },
    { value: 3, disabled: true },
  ];
  expect(schemaOf('Selector', { options })).toEqual({
    type: 'number',
    enum: [1, 2],
    description: '1: One',
  });
  expect(schemaOf('MultipleSelector', { options: ['a', 'b'] })).toEqual({
    type: 'array',
    items: { type: 'string', enum: ['a', 'b'] },
    uniqueItems: true,
  });
  expect(schemaOf('AutoComplete', { options: ['a', { value: 'b' }] })).toEqual({
    type: 'string',
    examples: ['a', 'b'],
  });
});

test('options that are computed, or too many, are not listed', () => {
  expect(schemaOf('Selector', { options: { _request: 'get_customers' } })).toEqual({
    type: ['string', 'number'],
  });
  expect(schemaOf('Selector', { options: [{ value: { _state: 'x' } }] })).toEqual({
    type: ['string', 'number'],
  });
  const many = Array.from({ length: 61 }, (_, i) => `o${i}`);
  expect(schemaOf('Selector', { options: many })).toEqual({
    type: 'string',
    description: 'One of 61 options, such as o0, o1, o2, o3, o4',
  });
});

test('dates are days or moments, with their limits', () => {
  expect(schemaOf('DateSelector', { disabledDates: { min: '2026-01-01T00:00:00Z' } })).toEqual({
    type: 'string',
    format: 'date',
    description: 'From 2026-01-01',
  });
  expect(schemaOf('DateTimeSelector')).toEqual({ type: 'string', format: 'date-time' });
  expect(schemaOf('DateRangeSelector')).toEqual({
    type: 'array',
    items: { type: 'string', format: 'date' },
    minItems: 2,
    maxItems: 2,
    description: 'First and last day',
  });
});

test('a phone number is text, or text with a region', () => {
  const schema = z.fromJSONSchema(schemaOf('PhoneNumberInput', { allowedRegions: ['ZA', 'US'] }));
  for (const value of ['821234567', { input: '821234567', region: 'ZA' }])
    expect(schema.safeParse(value).success).toBe(true);
  for (const value of [5, { region: 'ZA' }, { input: '1', region: 'DE' }])
    expect(schema.safeParse(value).success).toBe(false);
});

test('a tree lists its nodes where a value names only one', () => {
  const options = [{ value: 'eu', label: 'Europe', children: [{ value: 'de', label: 'Germany' }] }];
  expect(schemaOf('TreeSelector', { options })).toEqual({
    type: 'string',
    enum: ['eu', 'de'],
    description: 'eu: Europe, de: Europe / Germany',
  });
});

test('the rows of a grid have the fields of its columns', () => {
  const columnDefs = [
    { headerName: 'Group', children: [{ field: 'name' }, { field: 'qty', cellDataType: 'number' }] },
    { field: 'note', headerName: 'Remark' },
  ];
  expect(schemaOf('AgGridInputAlpine', { columnDefs })).toEqual({
    type: 'array',
    items: {
      type: 'object',
      properties: { name: {}, qty: { type: 'number' }, note: { description: 'Remark' } },
    },
  });
});

test('an unknown block is described by the type of its value', () => {
  expect(schemaOf('StarRating', {}, 'number')).toEqual({ type: 'number' });
  expect(schemaOf('StarRating', {}, 'any')).toEqual({});
  expect(schemaOf('constructor')).toEqual({});
});

test('the schema of a plugin replaces the standard one', () => {
  const block = { type: 'StarRating', properties: { stars: 5 }, required: true };
  const StarRating = ({
    properties,
    required,
  }: {
    properties: Record<string, unknown>;
    required: unknown;
  }) => ({
    type: 'integer',
    maximum: properties.stars,
    description: `required: ${required}`,
  });
  expect(schemaOfBlock(block, { StarRating })).toEqual({
    type: 'integer',
    maximum: 5,
    description: 'required: true',
  });
});

test.each([
  ['throws', () => fail('no stars'), 'no stars'],
  ['returns text', () => 'string', 'it did not return a JSON Schema.'],
  ['returns a promise', async () => ({ type: 'string' }), 'it did not return a JSON Schema.'],
  ['says nothing', () => ({ description: 'stars' }), 'its schema has no type'],
  ['invents a type', () => ({ type: 'stars' }), 'its schema has the unknown type "stars".'],
  ['refers to elsewhere', () => ({ type: 'array', items: { $ref: '#/x' } }), 'its schema contains "$ref".'],
  ['never ends', () => ({ type: 'string', description: 'x'.repeat(30_000) }), 'its schema has 3'],
  ['cannot be copied', () => ({ type: 'string', const: 5n }), 'BigInt'],
])('a plugin whose schema %s gets a warning and the standard schema', (_, StarRating, why) => {
  const warnings: string[] = [];
  const block = { type: 'StarRating', properties: {}, valueType: 'number' };
  const made = schemaOfBlock(block, { StarRating: StarRating as never }, (warning) => warnings.push(warning));
  expect(made).toEqual({ type: 'number' });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('mcpSchema of block type StarRating failed');
  expect(warnings[0]).toContain(why);
});

function fail(why: string): never {
  throw new Error(why);
}
