import { escapeJson, quote } from './escape-text.ts';
import { cutNote, head, writeString } from './write-text.ts';

/** A value as JSON on one line. */
export function writeValue(value: unknown, limit = Number.POSITIVE_INFINITY): string {
  if (typeof value === 'string') return writeString(value, limit);
  const json = toShownJson(value);
  if (json.length <= limit) return escapeJson(json);
  return `${quote(head(json, limit))} ${cutNote(json.length, 'characters of JSON')}`;
}

/** Never throws: a value that has no JSON (a cycle, a BigInt, endless nesting) is named as such. */
export function toShownJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '"(cannot be written as JSON)"';
  }
}
