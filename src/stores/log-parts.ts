import { TandemError } from '../errors.ts';
import { FROM_THE_BEGINNING, type PartRange } from '../session/session-store.ts';

/** Places are numbers: of bytes, or of entries. `invalid_input` for anything that cannot be one. */
export function parsePartRange({ before, after, limit }: PartRange): {
  before: number | undefined;
  after: number | undefined;
  limit: number;
} {
  if (!Number.isInteger(limit) || limit < 1)
    throw new TandemError('invalid_input', `"limit" must be a whole number from 1, not ${limit}.`);
  return { before: toPlace(before), after: toPlace(after), limit };
}

function toPlace(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === FROM_THE_BEGINNING) return -1;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TandemError('invalid_input', `"${text.slice(0, 50)}" is not a place in a history.`);
}
