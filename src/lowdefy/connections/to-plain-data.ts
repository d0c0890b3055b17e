/**
 * A database's answer as data that JSON can carry: an integer too big for a number becomes text rather than another
 * number, bytes become base64. Dates stay, Lowdefy has a form for them.
 */
export function toPlainData(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  }
  if (Array.isArray(value)) return value.map(toPlainData);
  // Objects of drivers, such as a UUID or a decimal, know their own form.
  if ('toJSON' in value && typeof value.toJSON === 'function') return toPlainData(value.toJSON());
  const entries = Object.entries(value).filter(([, inner]) => typeof inner !== 'function');
  return Object.fromEntries(entries.map(([key, inner]) => [key, toPlainData(inner)]));
}
