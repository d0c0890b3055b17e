import { TandemError } from '../errors.ts';

/** A cut of a list of entries; `invalid_input` unless both are whole numbers from 0. */
export function parseLogRange(
  range: { after?: number; limit?: number } = {},
): <T>(entries: readonly T[]) => T[] {
  const { after = 0, limit } = range;
  for (const [name, value] of [
    ['after', after],
    ['limit', limit ?? 0],
  ] as const) {
    if (!Number.isInteger(value) || value < 0) {
      throw new TandemError('invalid_input', `"${name}" must be a whole number from 0, not ${value}.`);
    }
  }
  return (entries) => entries.slice(after, limit === undefined ? undefined : after + limit);
}
