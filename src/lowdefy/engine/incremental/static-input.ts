const known = new WeakMap<object, boolean>();

/**
 * Whether parsing an input returns the same every time: it may contain neither an operator (an object with one key
 * that begins with `_`) nor anything that the serializer converts.
 */
export function isStatic(input: unknown): boolean {
  if (input === undefined || typeof input === 'function') return false;
  if (typeof input === 'number') return Number.isFinite(input);
  if (input === null || typeof input !== 'object') return true;
  const before = known.get(input);
  if (before !== undefined) return before;
  const result = Array.isArray(input) ? input.every(isStatic) : isStaticObject(input);
  known.set(input, result);
  return result;
}

function isStaticObject(input: object): boolean {
  if (Object.getPrototypeOf(input) !== Object.prototype || '~r' in input) return false;
  const keys = Object.keys(input).filter((key) => key !== '~k');
  if (keys.some((key) => key.startsWith('~'))) return false;
  if (keys.length === 1 && keys[0]?.startsWith('_')) return false;
  return keys.every((key) => isStatic((input as Record<string, unknown>)[key]));
}

/** A static input as the parser would return it: a copy without the marks of the build. */
export function copyStatic(input: unknown): unknown {
  if (input === null || typeof input !== 'object') return input;
  if (Array.isArray(input)) return input.map(copyStatic);
  const keys = Object.keys(input).filter((key) => key !== '~k');
  return Object.fromEntries(keys.map((key) => [key, copyStatic((input as Record<string, unknown>)[key])]));
}
