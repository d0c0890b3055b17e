import { createHash } from 'node:crypto';

/** A user id as a column that can be indexed, however long it is and whatever it contains. */
export function toUserKey(userId: string): string {
  return createHash('sha256').update(JSON.stringify(userId)).digest('hex');
}
