import type { Random } from '../random.mjs';
import { hostileValue, mutateText, mutateValue } from './hostile.ts';

/** What YAML is made of, and what has been used against its parsers. */
const PIECES = [
  '\n',
  '  ',
  '\t',
  ': ',
  '- ',
  '? ',
  '#',
  '|',
  '>',
  '&a ',
  '*a',
  '<<: *a',
  '!!js/function ',
  '!!binary ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '{',
  '[',
  '"',
  "'",
  '\\',
  '[[',
  '{a: ',
  '\u0000',
  '\ufeff',
  '1e999',
  '0x',
  '~',
  'a: &a [*a]',
];

/** The configuration as YAML, with something wrong in its values, in its text, or in both. */
export function brokenYaml(random: Random, valid: unknown): string {
  let value = valid;
  for (let times = random.below(3); times > 0; times--) value = mutateValue(random, value);
  if (random.below(40) === 0) value = hostileValue(random);
  // JSON is YAML, and so is a block style made of it.
  const text = random.below(2) === 0 ? JSON.stringify(value) : toBlock(value);
  return random.below(2) === 0 ? mutateText(random, text ?? '', PIECES) : (text ?? '');
}

function toBlock(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return `${JSON.stringify(value)}\n`;
  const lines = Object.entries(value).map(([key, inner]) => {
    const isSet = inner !== null && typeof inner === 'object' && !Array.isArray(inner);
    return `${indent}${JSON.stringify(key)}:${isSet ? `\n${toBlock(inner, `${indent}  `)}` : ` ${toBlock(inner)}`}`;
  });
  return lines.length > 0 ? lines.join('') : `${indent}{}\n`;
}
