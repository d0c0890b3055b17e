/** JSON with sorted keys: the same data in another order is the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? {}, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
