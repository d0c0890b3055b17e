import { isRecord } from '../../lib/is-record.ts';

/** The paths of the page's state that a value reads with `_state`. */
export function readsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(readsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== '_state') return readsOf(inner);
    const path = isRecord(inner) ? inner.key : inner;
    return typeof path === 'string' ? [path] : readsOf(inner);
  });
}
