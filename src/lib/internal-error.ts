import type { Logger } from './logger.ts';
import { newId } from './new-id.ts';
import { currentRequest } from './request-context.ts';

/** An unexpected failure: logged whole, and shown to the caller as an id only, that of the HTTP request where there is one. Returns what to show. */
export function toInternalError(error: unknown, during: string, log: Logger): string {
  const id = currentRequest()?.id ?? newId('err_').slice(0, 12);
  log.error(`${id} unexpected error ${during}`, error);
  return `Internal error ${id}. The server's log has the details under this id.`;
}
