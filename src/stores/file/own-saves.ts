import { LruMap } from '../../lib/lru-map.ts';
import type { SessionRecord } from '../../session/session-record.ts';

const MAX_SAVES = 1_000;

/**
 * Which rev of a session this store saved last. The next save from it is the usual case by far, and can do
 * without another look at what is on disk.
 */
export interface OwnSaves {
  add(record: SessionRecord): void;
  isLast(record: SessionRecord): boolean;
}

export function createOwnSaves(): OwnSaves {
  const saves = new LruMap<string, { userId: string; rev: number }>({ max: MAX_SAVES });
  return {
    add({ sessionId, userId, rev }) {
      saves.set(sessionId, { userId, rev });
    },
    isLast({ sessionId, userId, rev }) {
      const last = saves.get(sessionId);
      return last?.userId === userId && last.rev === rev;
    },
  };
}
