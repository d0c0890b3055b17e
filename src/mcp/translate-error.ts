import type { Principal } from '../auth/principal.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import { toInternalError } from '../lib/internal-error.ts';
import type { Logger } from '../lib/logger.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';

/** Who receives a failure, and what they were doing. */
export interface ErrorAudience {
  principal: Principal;
  during: string;
}

/** What the other side may read of a failure. The unexpected is logged whole, and shown as an id only. */
export function toPublicMessage(
  error: unknown,
  { principal, during }: ErrorAudience,
  { log, places }: { log: Logger; places: PlaceFilter },
): string {
  const expected = toExpectedError(error);
  if (expected) return principal.local ? expected.message : places.message(expected.message);
  return `${toInternalError(error, `in ${during}`, log)} Try again, or report the id.`;
}
