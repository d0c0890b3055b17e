import type { SessionRecord, SessionSummary } from '../../session/session-record.ts';
import { MAX_SHARED, type Share, type ShareStore, toSharedSessions } from '../../session/session-share.ts';
import type { SessionKey } from '../../session/session-store.ts';
import { isSessionId } from '../record-text.ts';
import { noSession } from '../store-error.ts';
import type { RowKey, ShareRows } from './session-rows.ts';
import { toUserKey } from './user-key.ts';

/** Shares as rows of a database. */
export function createDatabaseShares(
  rows: ShareRows,
  toRowKey: (key: SessionKey) => RowKey,
  findOrThrow: (key: SessionKey) => Promise<SessionRecord>,
): ShareStore {
  const parse = (text: string) => JSON.parse(text) as Share;
  return {
    async set(key, share) {
      const row = { granteeKey: toUserKey(share.grantee), share: JSON.stringify(share) };
      if (!isSessionId(key.sessionId) || !(await rows.set(toRowKey(key), row)))
        throw noSession(key.sessionId);
    },
    async remove(key, grantee) {
      await findOrThrow(key);
      return rows.remove(toRowKey(key), toUserKey(grantee));
    },
    async of(key) {
      await findOrThrow(key);
      return (await rows.of(key.sessionId)).map(parse).sort((a, b) => (a.at < b.at ? -1 : 1));
    },
    async with({ grantees, sessionId, status }) {
      if (grantees.length === 0 || (sessionId !== undefined && !isSessionId(sessionId))) return [];
      const granteeKeys = grantees.map(toUserKey);
      const found = await rows.with({ granteeKeys, sessionId, status, limit: MAX_SHARED });
      return toSharedSessions(
        found.map(({ userId, summary, share }) => ({
          userId: JSON.parse(userId) as string,
          session: JSON.parse(summary) as SessionSummary,
          share: parse(share),
        })),
      );
    },
  };
}
