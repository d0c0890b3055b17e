import { isDeepStrictEqual } from 'node:util';
import { isRecord } from './is-record.ts';

/** What turns one JSON value into another: values by path; without a value, the key is removed. */
export type JsonChanges = [path: string[], value?: unknown][];

/** The changes that lead from `from` to `to`. Lists of different lengths are replaced. */
export function changesBetween(from: unknown, to: unknown, path: string[] = []): JsonChanges {
  if (from === to) return [];
  const isAlike =
    Array.isArray(from) && Array.isArray(to) ? from.length === to.length : isRecord(from) && isRecord(to);
  if (!isAlike) return isDeepStrictEqual(from, to) ? [] : [[path, to]];
  const before = from as Record<string, unknown>;
  const after = to as Record<string, unknown>;
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const kept = Object.keys(after).flatMap(
    (key): JsonChanges =>
      Object.hasOwn(before, key)
        ? changesBetween(before[key], after[key], [...path, key])
        : [[[...path, key], after[key]]],
  );
  return [...removed.map((key): JsonChanges[number] => [[...path, key]]), ...kept];
}

/** The value with these changes; the given one stays as it is. */
export function withChanges(value: unknown, changes: JsonChanges): unknown {
  const copy: { root: unknown } = { root: structuredClone(value) };
  for (const [path, ...rest] of changes) {
    const keys = ['root', ...path];
    const last = keys.pop() as string;
    let holder = copy as Record<string, unknown>;
    for (const key of keys) holder = holder[key] as Record<string, unknown>;
    if (rest.length === 0) delete holder[last];
    else holder[last] = rest[0];
  }
  return copy.root;
}
