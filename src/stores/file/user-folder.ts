import { createHash } from 'node:crypto';

const PLAIN_NAME = /^(?!u_)[a-z0-9][a-z0-9_-]{0,63}$/;
const HASHED_NAME = /^u_[0-9a-f]{32}$/;

/** The folder of a user's sessions: readable where that is safe on any file system, a hash otherwise. */
export function toUserFolder(userId: string): string {
  if (PLAIN_NAME.test(userId)) return userId;
  return `u_${createHash('sha256').update(userId).digest('hex').slice(0, 32)}`;
}

export function isUserFolder(name: string): boolean {
  return PLAIN_NAME.test(name) || HASHED_NAME.test(name);
}
