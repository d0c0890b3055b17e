import type { Principal } from '../auth/principal.ts';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import { TandemError } from '../errors.ts';

/** Count a request against its principal, and against the session it is about. */
export type RequestLimit = (principal: Principal, sessionId?: string) => void;

/** `mcp.limits.requestsPerMinute`, one count for all doors of this server. */
export function createRequestLimit(perMinute: number): RequestLimit {
  const limiter = createRateLimiter({ perMinute });
  const take = (key: string, who: string) => {
    const wait = limiter.take(key);
    if (wait === 0) return;
    throw new TandemError(
      'rate_limited',
      `More than ${perMinute} requests a minute for ${who} (mcp.limits.requestsPerMinute). Wait ${wait} s.`,
      { retryAfter: wait },
    );
  };
  return (principal, sessionId) => {
    // People and agents of one user are counted apart: a busy agent must not lock the person out.
    take(`${principal.kind} ${principal.userId}`, 'you');
    if (sessionId !== undefined) take(`session ${sessionId} ${principal.userId}`, 'this session');
  };
}
