// By hand: hono/body-limit limits one request; this limits all requests of a user together.
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';

/** Account for bytes of a user's bodies while they are being read. Answers how to give them back. */
export type BodyBudget = (principal: Principal, bytes: number) => () => void;

/** So many bodies of the largest size may one user send at the same time. */
const MAX_AT_ONCE = 16;

/** One user's bodies must not fill the memory, however many connections they come on. */
export function createBodyBudget(maxBodyBytes: number): BodyBudget {
  const most = MAX_AT_ONCE * maxBodyBytes;
  const held = new Map<string, number>();
  return (principal, bytes) => {
    const key = `${principal.kind} ${principal.userId}`;
    const before = held.get(key) ?? 0;
    if (before + bytes > most)
      throw new TandemError(
        'rate_limited',
        `Your concurrent requests exceed ${most} bytes in total (${MAX_AT_ONCE} × http.maxBodyBytes). Send fewer at the same time.`,
        { retryAfter: 1 },
      );
    held.set(key, before + bytes);
    return () => {
      const left = (held.get(key) ?? 0) - bytes;
      if (left > 0) held.set(key, left);
      else held.delete(key);
    };
  };
}
