const NONE = Symbol('not plain');

export interface Serializer {
  copy(value: unknown, options?: object): unknown;
}

const quick = new WeakSet<Serializer>();

/** While `work` runs, what is plain JSON is copied without being written as text. */
export function withPlainCopies<T>(serializer: Serializer, work: () => T): T {
  if (quick.has(serializer)) return work();
  const { copy } = serializer;
  quick.add(serializer);
  serializer.copy = (value, options) => {
    const made = options === undefined ? plainCopy(value) : NONE;
    return made === NONE ? copy(value, options) : made;
  };
  try {
    return work();
  } finally {
    serializer.copy = copy;
    quick.delete(serializer);
  }
}

/** A copy as JSON makes it, or NONE if there is something that the serializer converts. */
function plainCopy(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : NONE;
  if (typeof value !== 'object') return NONE;
  return Array.isArray(value) ? copyArray(value) : copyObject(value as Record<string, unknown>);
}

function copyArray(value: unknown[]): unknown {
  const copy: unknown[] = [];
  for (let at = 0; at < value.length; at++) {
    const inner = plainCopy(value[at]);
    if (inner === NONE) return NONE;
    copy.push(inner);
  }
  return copy;
}

function copyObject(value: Record<string, unknown>): unknown {
  // The marks of the build are not enumerable.
  if (Object.getPrototypeOf(value) !== Object.prototype || '~k' in value || '~r' in value) return NONE;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key.startsWith('~') || key === '__proto__') return NONE;
    const given = value[key];
    if (given === undefined) continue;
    const inner = plainCopy(given);
    if (inner === NONE) return NONE;
    copy[key] = inner;
  }
  return copy;
}
