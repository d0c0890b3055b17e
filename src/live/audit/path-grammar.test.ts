import { describe, expect, test } from 'vitest';
import { accessProblem } from './path-access.ts';
import { type PathProblemCode, readViewPath } from './path-grammar.ts';

function problem(text: string): PathProblemCode | undefined {
  const read = readViewPath(text);
  return read.ok ? undefined : read.problem.code;
}

describe('readViewPath', () => {
  test('reads fields, indexes, calls and properties', () => {
    expect(readViewPath('contacts.0.fullName()?access=r&keypress')).toEqual({
      ok: true,
      path: {
        steps: [
          { kind: 'field', name: 'contacts' },
          { kind: 'index', index: 0 },
          { kind: 'call', name: 'fullName', takesValue: false },
        ],
        properties: { access: 'r', keypress: 'true' },
        usesBrackets: false,
      },
    });
  });

  test('accepts a call in the middle, and (_) at the end', () => {
    expect(problem('current().name')).toBeUndefined();
    expect(problem('current.setName(_)')).toBeUndefined();
    expect(problem('_private.x_1')).toBeUndefined();
  });

  test('accepts [n] as another way to write .n', () => {
    const read = readViewPath('rows[2][0].name');
    expect(read.ok && read.path.usesBrackets).toBe(true);
    expect(
      read.ok && read.path.steps.map((step) => (step.kind === 'index' ? step.index : step.name)),
    ).toEqual(['rows', 2, 0, 'name']);
  });

  test('decodes values, and accepts priorities on names', () => {
    const read = readViewPath('x?label=a%26b&viewdefs:high=1&odd=100%');
    expect(read.ok && read.path.properties).toEqual({ label: 'a&b', 'viewdefs:high': '1', odd: '100%' });
  });

  test.each<[string, PathProblemCode]>([
    ['', 'empty'],
    ['   ', 'empty'],
    ['?access=r', 'empty'],
    ['!done', 'operator'],
    ['not done', 'operator'],
    ['a and b', 'operator'],
    ['count + 1', 'operator'],
    ['a == b', 'operator'],
    ['first-name', 'operator'],
    ['obj:method()', 'operator'],
    ['"text"', 'literal'],
    ["'text'", 'literal'],
    ['select(1)', 'arguments'],
    ['select(item)', 'arguments'],
    ['set("a")', 'arguments'],
    ['items[name]', 'brackets'],
    ['a..b', 'parent'],
    ['..', 'parent'],
    ['@item', 'standard_variable'],
    ['set(_).name', 'value_call_inside'],
    ['name.', 'syntax'],
    [' name', 'syntax'],
    ['name ?access=r', 'syntax'],
    ['save(', 'syntax'],
    ['save()()', 'syntax'],
    ['name?=x', 'property'],
    ['name?a=1?b=2', 'property'],
    ['name?', 'property'],
  ])('refuses %j', (text, code) => {
    expect(problem(text)).toBe(code);
  });

  test('says where reading stopped', () => {
    const read = readViewPath('count + 1');
    expect(!read.ok && read.problem.at).toBe(5);
  });
});

describe('accessProblem', () => {
  function wrong(text: string, byDefault: 'r' | 'rw' | 'action'): boolean {
    const read = readViewPath(text);
    if (!read.ok) throw new Error(read.problem.message);
    return accessProblem(read.path, byDefault) !== undefined;
  }

  test.each<[string, 'r' | 'rw' | 'action', boolean]>([
    ['name', 'rw', false],
    ['name()', 'r', false],
    ['name()?access=rw', 'r', false],
    ['name()?access=w', 'rw', true],
    ['set(_)', 'action', false],
    ['set(_)?access=w', 'rw', false],
    ['set(_)', 'rw', true],
    ['set(_)', 'r', true],
    ['name?access=x', 'r', true],
    ['name?priority=urgent', 'r', true],
    ['name?priority=high', 'r', false],
  ])('%s as %s: %s', (text, byDefault, isWrong) => {
    expect(wrong(text, byDefault)).toBe(isWrong);
  });
});
