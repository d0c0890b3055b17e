import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';

/** The WebSocket protocol has room for no more; ours are of one byte each. */
const MAX_REASON = 120;

/** Bytes that wait for one connection. A client that does not read must not fill the memory. */
export const MAX_UNSENT = 32 * 1024 * 1024;

export type Guarded = (work: () => void) => void;

/** What is wrong with a page, or with what it sent, ends its connection and not the process. */
export function guardConnection(
  closing: { close(code: number, reason: string): void },
  what: string,
  log: Logger,
): Guarded {
  return (work) => {
    try {
      work();
    } catch (error) {
      if (error instanceof TandemError) return closing.close(1008, error.message.slice(0, MAX_REASON));
      log.error(`unexpected error on ${what}`, error);
      closing.close(1011, 'internal error');
    }
  };
}
