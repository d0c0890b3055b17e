/** A copy as JSON: dates as ISO text, big integers as text, without marks of the build. */
export function toPlainOutput(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key.startsWith('~')) return undefined;
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
