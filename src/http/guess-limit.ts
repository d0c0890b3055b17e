import { createRateLimiter } from '../auth/rate-limiter.ts';
import { sha256 } from '../auth/secret-equal.ts';
import { TandemError } from '../errors.ts';

/** Check a key, a token or a sign-in. */
export type GuessLimit = <T>(
  arrival: { address: string | undefined },
  secret: unknown,
  check: () => Promise<T> | T,
) => Promise<T>;

/**
 * `mcp.limits.wrongKeysPerMinute`, one count for all doors of this server, by address and by what was shown.
 *
 * A correct key is accepted whatever else came from its address: many users share one (behind a proxy, in an office), and one who
 * sends wrong keys must not lock the others out. So an address past the limit must wait, but its keys are still checked; the
 * same wrong key past the limit is not, because checking it again costs work and reveals nothing new.
 */
export function createGuessLimit(perMinute: number): GuessLimit {
  const wrong = createRateLimiter({ perMinute });
  return async ({ address }, secret, check) => {
    // Without a secret there is nothing to guess.
    if (typeof secret !== 'string' || secret === '') return check();
    const shown = `secret ${sha256(secret).toString('base64')}`;
    const repeated = wrong.waitOf(shown);
    if (repeated > 0) throw tooMany('This key or token is wrong and was sent', repeated);
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof TandemError && error.code === 'unauthorized')) throw error;
      wrong.take(shown);
      const wait = address === undefined ? 0 : wrong.take(`address ${address}`);
      if (wait > 0) throw tooMany('This key or token is wrong, and your address sent wrong ones', wait);
      throw error;
    }
  };

  function tooMany(problem: string, wait: number): TandemError {
    return new TandemError(
      'rate_limited',
      `${problem} more than ${perMinute} times a minute (mcp.limits.wrongKeysPerMinute). Send the correct one; it is accepted at once. Otherwise wait ${wait} s.`,
      { retryAfter: wait },
    );
  }
}
