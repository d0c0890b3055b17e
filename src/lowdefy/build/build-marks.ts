import { isRecord } from '../../lib/is-record.ts';

/** Since 4.6, the build wraps arrays so that they can be marked like objects: `{ "~arr": [...], "~k": "1a" }`. */
const ARRAY = '~arr';
/** The marks of the build: the key in `keyMap.json`, the reference, and the line. */
const MARKS = new Set(['~k', '~r', '~l']);

/** A value of a build file without what the build added. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value)) return value;
  if (Array.isArray(value[ARRAY])) return withoutMarks(value[ARRAY]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !MARKS.has(key))
      .map(([key, inner]) => [key, withoutMarks(inner)]),
  );
}

/** The items of a list in a build file, wrapped or not; empty if it is not a list. */
export function itemsOf(value: unknown): unknown[] {
  const list = isRecord(value) ? value[ARRAY] : value;
  return Array.isArray(list) ? list : [];
}
