export type DataPath = (string | number)[];

/** How one value differs between two states of the same data. */
export interface DataChange {
  kind: 'added' | 'removed' | 'changed' | 'unchanged';
  path: DataPath;
  before?: unknown;
  after?: unknown;
}

type Holder = Record<string, unknown> | unknown[];

/**
 * The changes from one object or list to another, value by value; what is deeper than `maxDepth` counts as one change
 * of its container, and comes at the end.
 */
export function diffData(before: unknown, after: unknown, maxDepth: number): DataChange[] {
  const deep: DataChange[] = [];
  const changes = [...between(toHolder(before), toHolder(after), [])];
  return [...changes, ...deep];

  function* between(old: Holder, now: Holder, path: DataPath): Generator<DataChange> {
    for (const [key, value] of entriesOf(old)) {
      const at = [...path, key];
      if (!Object.hasOwn(now, key)) {
        yield { kind: 'removed', path: at, before: value };
        continue;
      }
      const next = valueAt(now, key);
      if (isHolder(value) && isHolder(next) && Array.isArray(value) === Array.isArray(next)) {
        if (at.length < maxDepth) yield* between(value, next, at);
        else if (!isAlike(value, next)) deep.push({ kind: 'changed', path: at, before: value, after: next });
      } else if (!isSame(value, next)) yield { kind: 'changed', path: at, before: value, after: next };
    }
    for (const [key, value] of entriesOf(now))
      if (!Object.hasOwn(old, key)) yield { kind: 'added', path: [...path, key], after: value };
  }
}

/** The unchanged values, except those inside something that changed as a whole. */
export function unchangedData(before: unknown, after: unknown, changes: readonly DataChange[]): DataChange[] {
  const changed = new Set(changes.map(({ path }) => pathText(path)));
  const found: DataChange[] = [];
  walk(toHolder(after), toHolder(before), []);
  return found;

  function walk(now: unknown, old: unknown, path: DataPath): void {
    if (changed.has(pathText(path)) && path.length > 0) return;
    if (isHolder(now) && Object.keys(now).length > 0) {
      for (const [key, value] of entriesOf(now))
        walk(value, isHolder(old) && Object.hasOwn(old, key) ? valueAt(old, key) : undefined, [...path, key]);
    } else if (path.length > 0 && isAlike(now, old))
      found.push({ kind: 'unchanged', path, before: old, after: now });
  }
}

export function pathText(path: DataPath): string {
  return path.join('.');
}

/** Anything else counts as empty, so that additions and removals are reported field by field. */
function toHolder(value: unknown): Holder {
  return isHolder(value) ? value : {};
}

export function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/** Without the marks of the build. */
function entriesOf(holder: Holder): [string | number, unknown][] {
  if (Array.isArray(holder)) return [...holder.entries()];
  return Object.entries(holder).filter(([key]) => !key.startsWith('~'));
}

function valueAt(holder: Holder, key: string | number): unknown {
  return (holder as Record<string | number, unknown>)[key];
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : Object.is(a, b);
}

function isAlike(a: unknown, b: unknown): boolean {
  return isSame(a, b) || JSON.stringify(a) === JSON.stringify(b);
}
