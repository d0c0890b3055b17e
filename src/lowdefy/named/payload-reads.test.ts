import { expect, test } from 'vitest';
import { payloadReads } from './payload-reads.ts';

test('the keys that steps and controls read', () => {
  const routine = [
    { type: 'KnexBuilder', properties: { query: [{ insert: [{ name: { _payload: 'name' } }] }] } },
    {
      ':if': { _gt: [{ _payload: { key: 'qty', default: 1 } }, 50] },
      ':then': [{ ':reject': { _string: [{ _payload: 'customer.name' }, { _payload: 'customer.email' }] } }],
    },
    { ':return': { first: { _payload: 'lines.0.price' }, tag: { _payload: 'tags.0' } } },
  ];
  expect(payloadReads(routine)).toEqual({
    type: 'object',
    properties: {
      name: {},
      qty: { type: 'number', default: 1 },
      customer: { type: 'object', properties: { name: {}, email: {} } },
      lines: { type: 'array', items: { type: 'object', properties: { price: {} } } },
      tags: { type: 'array', items: {} },
    },
    additionalProperties: false,
  });
});

test.each([
  ['the whole payload', { _payload: true }],
  ['all of it', { _payload: { all: true } }],
  ['a computed key', { _payload: { key: { _step: 'x' } } }],
  ['code', { _js: 'hash' }],
])('other keys are allowed if it reads %s', (_, read) => {
  expect(payloadReads([{ ':return': [read, { _payload: 'a' }] }])).toEqual({
    type: 'object',
    properties: { a: {} },
  });
});

test('without a payload there are no keys', () => {
  expect(payloadReads([{ ':return': 1 }])).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: false,
  });
  expect(payloadReads(undefined)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  expect(payloadReads({ _payload: '__proto__.x' }).properties).toEqual({});
});
