import type { SessionRecord } from '../../session/session-record.ts';

const MOST = 1_000;

/**
 * Which rev of a session this store saved last. The next save from it is the usual case by far, and can do
 * without another look at what is on disk.
 */
export interface OwnSaves {
  add(record: SessionRecord): void;
  isLast(record: SessionRecord): boolean;
}

export function createOwnSaves(): OwnSaves {
  const saves = new Map<string, { userId: string; rev: number }>();
  return {
    add({ sessionId, userId, rev }) {
      saves.delete(sessionId);
      saves.set(sessionId, { userId, rev });
      const [oldest] = saves.keys();
      if (saves.size > MOST && oldest !== undefined) saves.delete(oldest);
    },
    isLast({ sessionId, userId, rev }) {
      const last = saves.get(sessionId);
      return last?.userId === userId && last.rev === rev;
    },
  };
}
