import { describe, expect, test } from 'vitest';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { convertValue } from './convert-value.ts';

function block(type: string, valueType: string, properties: Record<string, unknown> = {}): EngineBlock {
  return {
    blockId: 'field',
    type,
    meta: { category: 'input', valueType },
    eval: { properties },
  } as EngineBlock;
}

const options = [
  'draft',
  { value: 'paid', label: 'Paid in full' },
  { value: 7, label: 'Seven' },
  { value: 'x', disabled: true },
];

describe('a valid value stays as it is, without a note', () => {
  test.each([
    ['text', block('TextInput', 'string'), 'Acme'],
    ['a number', block('NumberInput', 'number', { min: 0, max: 10 }), 10],
    ['a switch', block('Switch', 'boolean'), false],
    ['an option', block('Selector', 'any', { options }), 7],
    ['several options', block('MultipleSelector', 'array', { options }), ['draft', 'paid']],
    ['nothing', block('NumberInput', 'number'), null],
  ])('%s', (_name, of, value) => {
    expect(convertValue(of, value)).toEqual({ value });
  });
});

describe('a value that can be converted safely is, and the log says so', () => {
  test.each([
    ['text to a number', block('NumberInput', 'number'), '5', 5],
    ['a number to text', block('TextInput', 'string'), 5, '5'],
    ['text to a boolean', block('Switch', 'boolean'), 'true', true],
    ['a label to its option', block('Selector', 'any', { options }), 'Paid in full', 'paid'],
    ['text to the option that reads so', block('Selector', 'any', { options }), '7', 7],
    ['labels to options', block('CheckboxSelector', 'array', { options }), ['Seven'], [7]],
    ['JSON text to a list', block('AgGridInput', 'array'), '[{"a":1}]', [{ a: 1 }]],
    ['JSON text to an object', block('SomeInput', 'object'), '{"region":"ZA"}', { region: 'ZA' }],
    ['a day', block('DateSelector', 'date'), '2026-01-31', new Date('2026-01-31T00:00:00Z')],
    ['a moment', block('DateTimeSelector', 'date'), '2026-01-31T09:30:00Z', new Date('2026-01-31T09:30:00Z')],
    ['a month', block('MonthSelector', 'date'), '2026-02', new Date('2026-02-01T00:00:00Z')],
    [
      'a range',
      block('DateRangeSelector', 'array'),
      ['2026-01-01', '2026-01-31'],
      [new Date('2026-01-01'), new Date('2026-01-31')],
    ],
  ])('%s', (_name, of, given, value) => {
    expect(convertValue(of, given)).toEqual({ value, converted: expect.any(String) });
  });
});

describe('what a person could not enter is refused with a sentence', () => {
  test.each([
    ['words for a number', block('NumberInput', 'number'), 'many', 'takes a number'],
    ['empty text for a number', block('NumberInput', 'number'), '', 'takes a number'],
    ['too small', block('NumberInput', 'number', { min: 1 }), 0, 'at least 1'],
    ['too large', block('NumberInput', 'number', { max: 9 }), '10', 'at most 9'],
    ['too long', block('TextInput', 'string', { maxLength: 3 }), 'four', 'at most 3 characters'],
    ['an object for text', block('TextInput', 'string'), { a: 1 }, 'takes a string'],
    [
      'no option',
      block('Selector', 'any', { options }),
      'void',
      'no option "void". Options: "draft", "paid" (Paid in full), 7 (Seven)',
    ],
    ['a disabled option', block('Selector', 'any', { options }), 'x', 'disabled'],
    [
      'one wrong option of several',
      block('MultipleSelector', 'array', { options }),
      ['draft', 'no'],
      'no option "no"',
    ],
    ['a day that does not exist', block('DateSelector', 'date'), '2026-02-30', 'takes a date'],
    ['a number for a date', block('DateSelector', 'date'), 0, 'takes a date'],
    ['half a range', block('DateRangeSelector', 'array'), ['2026-01-01'], 'two dates'],
    ['text for a list', block('AgGridInput', 'array'), 'no json', 'takes a list'],
    ["the engine's marks", block('PhoneNumberInput', 'object'), { '~d': 0 }, '~d'],
    ["the engine's marks in JSON text", block('AgGridInput', 'array'), '[{"~e":{}}]', '~e'],
    ['a prototype', block('PhoneNumberInput', 'object'), JSON.parse('{"__proto__":1}'), '__proto__'],
  ])('%s', (_name, of, given, sentence) => {
    expect(() => convertValue(of, given)).toThrow(sentence);
  });
});

test('a password is not repeated in the log', () => {
  expect(convertValue(block('PasswordInput', 'string'), 1234)).toEqual({ value: '1234' });
});
