import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';

/** Count something that a user holds open. Answers how to say that it is closed. */
export type OpenLimit = (principal: Principal) => () => void;

/** People and agents of one user are counted apart, as requests are: neither must lock out the other. */
export function createOpenLimit(most: number, toProblem: (count: number) => string): OpenLimit {
  const open = new Map<string, number>();
  return ({ kind, userId }) => {
    const key = `${kind} ${userId}`;
    const count = open.get(key) ?? 0;
    if (count >= most) throw new TandemError('unavailable', toProblem(count), { retryAfter: 5 });
    open.set(key, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    };
  };
}
