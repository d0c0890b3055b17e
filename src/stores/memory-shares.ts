import type { SessionRecord } from '../session/session-record.ts';
import { toSummary } from '../session/session-record.ts';
import { MAX_SHARED, type Share, type ShareStore, toSharedSessions } from '../session/session-share.ts';
import type { SessionKey } from '../session/session-store.ts';

/** Shares in memory, by grantee and session. */
export function createMemoryShares(
  /** Throws if there is no such session. */
  check: (key: SessionKey) => void,
  find: (key: SessionKey) => SessionRecord | undefined,
): ShareStore {
  const all = new Map<string, Map<string, { userId: string; share: Share }>>();
  return {
    async set(key, share) {
      check(key);
      const { sessionId, userId } = key;
      const some = all.get(share.grantee) ?? new Map();
      all.set(share.grantee, some.set(sessionId, { userId, share: structuredClone(share) }));
    },
    async remove(key, grantee) {
      check(key);
      return all.get(grantee)?.delete(key.sessionId) ?? false;
    },
    async of(key) {
      check(key);
      return [...all.values()]
        .flatMap((some) => some.get(key.sessionId)?.share ?? [])
        .map((share) => structuredClone(share))
        .sort((a, b) => (a.at < b.at ? -1 : 1));
    },
    async with({ grantees, sessionId, status }) {
      const found = grantees.flatMap((grantee) =>
        [...(all.get(grantee) ?? [])].flatMap(([id, { userId, share }]) => {
          const record =
            sessionId === undefined || sessionId === id ? find({ sessionId: id, userId }) : undefined;
          return record && (status ?? record.status) === record.status
            ? [{ userId, session: toSummary(record), share: structuredClone(share) }]
            : [];
        }),
      );
      return toSharedSessions(found.slice(0, MAX_SHARED));
    },
  };
}
