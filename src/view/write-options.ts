import type { ViewPart } from './view-node.ts';
import { isName, isPlain, writeString } from './write-text.ts';
import { writeValue } from './write-value.ts';

export type OptionsPart = Extract<ViewPart, { kind: 'options' }>;

/** `[draft (Draft), "N/A", 5]` and how many are in it: as many as fit in `limit`. */
export function writeOptions(part: OptionsPart, limit: number): { list: string; shown: number } {
  const written: string[] = [];
  let length = 0;
  for (const { value, label } of part.options) {
    const option = `${writeOptionValue(value, limit)}${label === undefined ? '' : ` (${writeLabel(label, limit)})`}`;
    length += option.length + 2;
    if (length > limit) break;
    written.push(option);
  }
  return { list: `[${written.join(', ')}]`, shown: written.length };
}

/** Words that JSON reads as something else than a string. */
const JSON_WORDS = new Set(['true', 'false', 'null']);

export function isBareWord(value: unknown): value is string {
  return typeof value === 'string' && isName(value) && !JSON_WORDS.has(value);
}

function writeOptionValue(value: unknown, limit: number): string {
  return isBareWord(value) ? value : writeValue(value, limit);
}

function writeLabel(label: string, limit: number): string {
  return isPlain(label) && !/[(),]/.test(label) ? label : writeString(label, limit);
}
