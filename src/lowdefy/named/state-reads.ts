import { isRecord } from '../../lib/is-record.ts';

/** The paths that a value reads with an operator such as `_state`. */
export function readsOf(value: unknown, operator = '_state'): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => readsOf(one, operator));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== operator) return readsOf(inner, operator);
    const path = isRecord(inner) ? inner.key : inner;
    return typeof path === 'string' ? [path] : readsOf(inner, operator);
  });
}
