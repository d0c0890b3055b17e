import { toExpectedError } from '../lib/file-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/new-id.ts';

/** What the other side may read of a failure. The unexpected is logged whole, and shown as an id only. */
export function toPublicMessage(error: unknown, log: Logger, during: string): string {
  const expected = toExpectedError(error);
  if (expected) return expected.message;
  const id = newId('err_').slice(0, 12);
  log.error(`${id} unexpected error in ${during}`, error);
  return `Internal error ${id}. It is on the server's log under this id; nothing more is known to the caller. Try again, or report the id.`;
}
