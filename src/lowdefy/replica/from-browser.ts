import { isRecord } from '../../lib/is-record.ts';
import { checkPlain } from '../bridge/values/plain-value.ts';

/** Deeper data is refused afterwards. */
const MAX_DEPTH = 50;

/**
 * A value as the client's serializer sent it. Only dates are revived; marks of the build, which rows of tables carry, are
 * dropped, and everything else must be plain.
 */
export function fromBrowser(value: unknown, of: string): unknown {
  const revived = revive(value, 0);
  checkPlain(revived, of);
  return revived;
}

function revive(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((inner) => revive(inner, depth + 1));
  if (!isRecord(value)) return value;
  const time = value['~d'];
  if (typeof time === 'number' && Object.keys(value).length === 1) return new Date(time);
  const entries = Object.entries(value).filter(([key]) => !MARKS.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, revive(inner, depth + 1)]));
}

const MARKS = new Set(['~k', '~r', '~l']);
