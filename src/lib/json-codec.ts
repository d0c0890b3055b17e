/**
 * JSON for values that JSON has no word for: dates, errors, big integers, bytes, NaN and the infinities.
 * They become objects with one key that starts with `$`; keys of the data that start so get one more.
 * Whatever goes in comes out equal; what has no meaning as data (functions, symbols) is left out.
 */
export function encodeJson(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return { $bigint: String(value) };
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'function':
    case 'symbol':
      return undefined;
    case 'object':
      return value === null ? null : encodeObject(value);
    default:
      return value;
  }
}

/** How assignment defines a property, except for one name. */
const OWN = { enumerable: true, configurable: true, writable: true };

function encodeObject(value: object): unknown {
  if (Array.isArray(value)) return value.map((inner) => encodeJson(inner) ?? null);
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() };
  if (value instanceof Error) return { $error: { name: value.name, message: value.message } };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  const encoded: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = encodeJson((value as Record<string, unknown>)[key]);
    if (inner === undefined) continue;
    if (key === '__proto__') Object.defineProperty(encoded, key, { ...OWN, value: inner });
    else encoded[key.startsWith('$') ? `$${key}` : key] = inner;
  }
  return encoded;
}

export function decodeJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(decodeJson);
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only && only[0].startsWith('$') && !only[0].startsWith('$$'))
    return decodeMarked(...only);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key.startsWith('$$') ? key.slice(1) : key, decodeJson(inner)]),
  );
}

function decodeMarked(mark: string, inner: unknown): unknown {
  switch (mark) {
    case '$bigint':
      return BigInt(inner as string);
    case '$number':
      return Number(inner);
    case '$date':
      return new Date(inner === null ? Number.NaN : (inner as string));
    case '$bytes':
      return Buffer.from(inner as string, 'base64');
    case '$error': {
      const { name, message } = inner as { name: string; message: string };
      return Object.assign(new Error(message), { name });
    }
    default:
      throw new Error(`"${mark}" is not a mark of this format`);
  }
}
