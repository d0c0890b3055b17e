import { expect, test } from 'vitest';
import type { ViewNode } from '../../view/view-node.ts';
import { fromFieldText, inputControlOf, toFieldText } from './input-control.ts';

const input = (type: string, value: unknown, options?: unknown[]): ViewNode => ({
  tag: 'input',
  id: 'x',
  type,
  parts: [
    ...(options
      ? [
          {
            kind: 'options' as const,
            options: options.map((one) => ({ value: one })),
            total: options.length,
          },
        ]
      : []),
    { kind: 'fact', fact: 'value', value },
  ],
});

test.each([
  ['TextInput', 'a', 'text'],
  ['TextInput', null, 'text'],
  ['TextArea', null, 'long'],
  ['NumberInput', 3, 'number'],
  ['DateSelector', '2026-01-02', 'date'],
  ['Switch', false, 'check'],
  ['Calendar', '2026-01-02', 'date'],
  ['Slider', null, 'number'],
  ['DateRangeSelector', ['2026-01-02', '2026-01-03'], 'json'],
  ['PhoneNumberInput', { region: 'FR' }, 'json'],
])('%s with %j is filled as %s', (type, value, kind) => {
  expect(inputControlOf(input(type, value)).kind).toBe(kind);
});

test('one of a list of options, or several', () => {
  expect(inputControlOf(input('Selector', null, [1, 2]))).toEqual({
    kind: 'one',
    options: [
      { value: 1, label: '1', isDisabled: false },
      { value: 2, label: '2', isDisabled: false },
    ],
    total: 2,
  });
  expect(inputControlOf(input('MultipleSelector', null, [1])).kind).toBe('several');
  expect(inputControlOf(input('CheckboxSelector', [1], [1])).kind).toBe('several');
});

test.each([
  ['text', 'a', 'a'],
  ['text', '', null],
  ['number', '1.5', 1.5],
  ['json', '[1,2]', [1, 2]],
  ['json', 'not json', 'not json'],
] as const)('what is typed into a field of kind %s, %j, means %j', (kind, text, value) => {
  expect(fromFieldText({ kind }, text)).toEqual(value);
});

test('a password is never in its field', () => {
  expect(inputControlOf({ ...input('TextInput', null), isSecret: true }).kind).toBe('password');
  expect(toFieldText({ kind: 'password' }, '••••')).toBe('');
  expect(toFieldText({ kind: 'json' }, { a: 1 })).toBe('{"a":1}');
});

test('a slider for a range has two numbers, and the way to a node of a tree is one choice', () => {
  expect(inputControlOf({ ...input('Slider', null), attributes: { range: true } })).toEqual({
    kind: 'range',
  });
  const tree = input('TreeSelector', ['apple', 'fruit'], [['fruit'], ['apple', 'fruit']]);
  expect(inputControlOf(tree).kind).toBe('one');
});
