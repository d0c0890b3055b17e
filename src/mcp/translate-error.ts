import type { Principal } from '../auth/principal.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/new-id.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';

/** Whom a failure is told to, and what they were doing. */
export interface Told {
  principal: Principal;
  during: string;
}

/** What the other side may read of a failure. The unexpected is logged whole, and shown as an id only. */
export function toPublicMessage(
  error: unknown,
  { principal, during }: Told,
  { log, places }: { log: Logger; places: PlaceFilter },
): string {
  const expected = toExpectedError(error);
  if (expected) return principal.local ? expected.message : places.message(expected.message);
  const id = newId('err_').slice(0, 12);
  log.error(`${id} unexpected error in ${during}`, error);
  return `Internal error ${id}. It is on the server's log under this id; nothing more is known to the caller. Try again, or report the id.`;
}
