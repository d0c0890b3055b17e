import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import { TandemError } from '../errors.ts';

/** Check a key, a token or a sign-in, unless too many from the same address were wrong. */
export type GuessLimit = <T>(
  arrival: { incoming: IncomingMessage },
  secret: unknown,
  check: () => Promise<T> | T,
) => Promise<T>;

const MOST_KNOWN = 10_000;

/**
 * `mcp.limits.wrongKeysPerMinute`, one count for all doors of this server. Past it, what comes from the address is not
 * even looked at, except for what was right there before: whoever guesses must not lock others out.
 */
export function createGuessLimit(perMinute: number): GuessLimit {
  const wrong = createRateLimiter({ perMinute });
  const known = new Set<string>();
  return async ({ incoming }, secret, check) => {
    // Without a secret there is nothing to guess.
    if (typeof secret !== 'string' || secret === '') return check();
    const address = incoming.socket.remoteAddress ?? '';
    const name = createHash('sha256').update(`${address} ${secret}`).digest('base64');
    const wait = known.has(name) ? 0 : wrong.waitOf(address);
    if (wait > 0)
      throw new TandemError(
        'rate_limited',
        `More than ${perMinute} wrong keys a minute from your address (mcp.limits.wrongKeysPerMinute). Wait ${wait} s, and send the right one.`,
        { retryAfter: wait },
      );
    try {
      const result = await check();
      remember(name);
      return result;
    } catch (error) {
      if (error instanceof TandemError && error.code === 'unauthorized') {
        wrong.take(address);
        known.delete(name);
      }
      throw error;
    }
  };

  function remember(name: string): void {
    known.delete(name);
    known.add(name);
    const [oldest] = known;
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  }
}
