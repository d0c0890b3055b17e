import { randomBytes } from 'node:crypto';
import { sha256 } from './secret-equal.ts';

const LIFETIME_MS = 5 * 60_000;
const MAX_CODES = 1000;

export interface SingleUseCodes<T> {
  issue(value: T): string;
  redeem(code: string): T | undefined;
}

/** Codes that may travel in an address: each works once, for a short time, in this process. */
export function createSingleUseCodes<T>(now: () => number): SingleUseCodes<T> {
  /** Oldest first. By digest, so that the time of a lookup tells nothing about a code. */
  const codes = new Map<string, { value: T; expiresAt: number }>();

  return {
    issue(value) {
      const code = randomBytes(16).toString('base64url');
      const time = now();
      for (const [id, { expiresAt }] of codes) {
        if (expiresAt > time && codes.size < MAX_CODES) break;
        codes.delete(id);
      }
      codes.set(digest(code), { value, expiresAt: time + LIFETIME_MS });
      return code;
    },
    redeem(code) {
      const id = digest(code);
      const found = codes.get(id);
      codes.delete(id);
      return found && found.expiresAt > now() ? found.value : undefined;
    },
  };
}

function digest(code: string): string {
  return sha256(code).toString('base64url');
}
