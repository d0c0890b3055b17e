import { describe, expect, test } from 'vitest';
import { parseYaml } from './yaml-source.ts';

describe('YAML that is nested deep', () => {
  // Without the check this ends the process, and with it the test run.
  test.each(['[', '{a: ', '? ', 'a: ', '{? ', '? a: '])('%j, 40,000 times, is refused', (piece) => {
    const text = `mcp: ${piece.repeat(40_000)}`;
    expect(() => parseYaml('tandem.yaml', text)).toThrow(/^tandem\.yaml: nested deeper than 1000 levels/);
  });

  test('by steps of indentation as well', () => {
    const text = Array.from({ length: 1500 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
    expect(() => parseYaml('tandem.yaml', text)).toThrow('nested deeper than 1000 levels');
  });

  test('many brackets beside one another are not deep', () => {
    const value = { list: Array.from({ length: 500 }, () => [{ text: '- '.repeat(300) }]) };
    expect(parseYaml('x.yaml', JSON.stringify(value)).value).toEqual(value);
  });
});

test('the first of very many errors in one line is told without looking through the line for each', () => {
  const text = `a: 1\nb: "x"${'!!js/function '.repeat(40_000)}`;
  expect(() => parseYaml('x.yaml', text)).toThrow(/^x\.yaml:2: not valid YAML: /);
});
