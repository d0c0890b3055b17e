import { TandemError } from '../../errors.ts';
import { type Logger, toLogText } from '../../lib/logger.ts';
import type { ChatEvent } from '../../protocol/chat-stream.ts';

/**
 * What the person reads when the model call failed. Providers put requests, addresses and parts of keys into their
 * messages, so the person gets advice, and the log gets the message without keys.
 */
export function toProviderError(error: unknown, log: Logger): ChatEvent {
  log.error('the model call failed', toLogText(error));
  return { type: 'error', message: describe(error), recoverable: true };
}

function describe(error: unknown): string {
  if (error instanceof TandemError) return error.message;
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return "The model's provider refused the key. Check it on the server, then try again.";
  if (status === 429) return "The model's provider is busy or the quota is used up (429). Try again later.";
  if (status !== undefined) return `The model's provider returned status ${status}. Try again.`;
  return "The model call failed; the server's log says why. Try again.";
}

function statusOf(error: unknown): number | undefined {
  if (error === null || typeof error !== 'object') return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  // The SDK wraps the last of several attempts.
  return 'lastError' in error ? statusOf(error.lastError) : undefined;
}
