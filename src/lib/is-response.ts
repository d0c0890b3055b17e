/** By its shape: servers replace the global Response, and then `instanceof` does not know those made before. */
export function isResponse(value: unknown): value is Response {
  const { status, headers } = (value ?? {}) as Partial<Response>;
  return typeof status === 'number' && typeof headers?.get === 'function';
}
