import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TandemError } from '../errors.ts';
import { parseInput } from './parse-input.ts';

const schema = z.strictObject({
  sessionId: z.string(),
  limit: z.int().min(1).max(200).optional(),
  where: z.strictObject({ pageId: z.string(), tab: z.string().optional() }).optional(),
  actions: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('setValue'), blockId: z.string(), value: z.unknown() }),
        z.strictObject({ type: z.literal('navigate'), pageId: z.string() }),
      ]),
    )
    .optional(),
});

/** What the agent is told. */
function faultOf(value: unknown): string {
  try {
    parseInput(schema, value, 'interact');
  } catch (error) {
    if (error instanceof TandemError && error.code === 'invalid_input') return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

test('what fits comes out parsed', () => {
  const trimmed = z.strictObject({ name: z.string().trim() });
  expect(parseInput(trimmed, { name: ' x ' }, 'session_create')).toEqual({ name: 'x' });
  expect(parseInput(z.strictObject({}), undefined, 'session_list')).toEqual({});
});

describe('an unknown key', () => {
  test('is answered with the nearest valid one', () => {
    expect(faultOf({ sessionId: 's', limt: 3 })).toBe(
      'Unknown argument "limt" for interact. Did you mean "limit"?',
    );
  });

  test('is answered with all valid ones when none is near', () => {
    expect(faultOf({ sessionId: 's', zzzzzzzz: 3 })).toBe(
      'Unknown argument "zzzzzzzz" for interact. Valid: "sessionId", "limit", "where", "actions".',
    );
  });

  test('in an object names the object, and a key that is valid there', () => {
    expect(faultOf({ sessionId: 's', where: { pageId: 'p', tba: 't' } })).toBe(
      'Unknown argument "tba" in "where" of interact. Did you mean "tab"?',
    );
  });

  test('in a list names the place in the list', () => {
    const actions = [
      { type: 'navigate', pageId: 'p' },
      { type: 'setValue', blokId: 'b', blockId: 'b', value: 1 },
    ];
    expect(faultOf({ sessionId: 's', actions })).toBe(
      'Unknown argument "blokId" in "actions[1]" of interact. Did you mean "blockId"?',
    );
  });
});

describe('other faults', () => {
  test('a missing argument is called missing, with what it should be', () => {
    expect(faultOf({})).toBe('Argument "sessionId" of interact is missing (string).');
    expect(faultOf({ sessionId: 's', where: {} })).toBe(
      'Argument "where.pageId" of interact is missing (string).',
    );
    expect(faultOf(undefined)).toBe('Argument "sessionId" of interact is missing (string).');
  });

  test('a wrong type names the argument and both types', () => {
    expect(faultOf({ sessionId: 7 })).toMatch(/^Argument "sessionId" of interact: .*string.*number/);
    expect(faultOf({ sessionId: null })).toMatch(/^Argument "sessionId" of interact: .*string.*null/);
    expect(faultOf({ sessionId: 's', limit: 201 })).toMatch(/^Argument "limit" of interact: .*200/);
    expect(faultOf({ sessionId: 's', actions: [{ type: 'setValeu' }] })).toMatch(
      /^Argument "actions\[0\]\.type" of interact: /,
    );
  });

  test.each([[[]], ['text'], [3], [true]])('arguments that are %j and no object are refused', (value) => {
    expect(faultOf(value)).toMatch(/^interact: .*object/);
  });

  test('several are told together, and too many are counted', () => {
    expect(faultOf({ limit: 0 })).toMatch(/"sessionId" of interact is missing .*"limit" of interact: /);
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`unknown${i}`, i]));
    const told = faultOf({ sessionId: 's', ...many });
    expect(told.match(/Unknown argument/g)).toHaveLength(5);
    expect(told).toMatch(/\(and 3 more\)$/);
  });
});

describe('hostile keys', () => {
  test('__proto__ and its like are unknown keys as any other, and change nothing', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const value: unknown = JSON.parse(`{ "sessionId": "s", "${key}": { "admin": true } }`);
      expect(faultOf(value)).toMatch(`Unknown argument "${key}" for interact.`);
      const nested: unknown = JSON.parse(`{ "sessionId": "s", "where": { "pageId": "p", "${key}": {} } }`);
      expect(faultOf(nested)).toMatch(`Unknown argument "${key}" in "where" of interact.`);
    }
    expect({}).not.toHaveProperty('admin');
  });

  test('a key of a megabyte is cut in the answer', () => {
    expect(faultOf({ sessionId: 's', ['k'.repeat(1024 * 1024)]: 1 }).length).toBeLessThan(300);
  });

  test('thousands of unknown keys make a short answer', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]));
    expect(faultOf({ sessionId: 's', ...many }).length).toBeLessThan(1000);
  });

  test('emoji and empty keys are shown as they are, and never cut in half', () => {
    expect(faultOf({ sessionId: 's', '🛫': 1 })).toContain('Unknown argument "🛫" for interact.');
    expect(faultOf({ sessionId: 's', '': 1 })).toContain('Unknown argument "" for interact.');
    expect(faultOf({ sessionId: 's', [`k${'🛫'.repeat(100)}`]: 1 })).not.toMatch(/\p{Surrogate}/u);
  });
});
