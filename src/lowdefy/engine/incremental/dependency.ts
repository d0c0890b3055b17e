/** Stands for a missing value, which `_state` distinguishes from one that is undefined. */
export const MISSING = Symbol('missing');

/**
 * Something that evaluation read: its version changes when its value does. It is compared once per pass over the
 * page, by value, so that a change made behind the engine's back is also seen.
 */
export class Dependency {
  #version = 0;
  #pass = -1;
  #last: unknown = Dependency;
  readonly #read: () => unknown;
  readonly #kind: 'value' | 'parts';

  /** `parts`: an array whose elements are compared by identity; cheap even for big values. */
  constructor(read: () => unknown, kind: 'value' | 'parts') {
    this.#read = read;
    this.#kind = kind;
  }

  versionIn(pass: number): number {
    if (this.#pass === pass) return this.#version;
    this.#pass = pass;
    const now = this.#read();
    if (this.#isLast(now)) return this.#version;
    this.#last = this.#kind === 'value' ? copyOf(now) : now;
    this.#version += 1;
    return this.#version;
  }

  #isLast(now: unknown): boolean {
    if (this.#kind === 'value') return isSameValue(now, this.#last);
    const last = this.#last;
    if (!Array.isArray(now) || !Array.isArray(last) || now.length !== last.length) return false;
    return now.every((part, index) => Object.is(part, last[index]));
  }
}

/** A different key order is a different value: text written from it has the keys in that order, too. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && Object.is(a.getTime(), b.getTime());
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && isSameArray(a, b);
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSameValue(valueAt(a, key), valueAt(b, key)))
  );
}

/** Not with `every`, which skips the holes of lists whose new items have no value yet. */
function isSameArray(a: unknown[], b: unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!isSameValue(a[index], b[index])) return false;
  return true;
}

function copyOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}

function valueAt(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key];
}
