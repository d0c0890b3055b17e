import type { ShareRows } from '../database/session-rows.ts';
import type { PostgresClient } from './postgres-client.ts';

const SET = `INSERT INTO tandem_shares (grantee_key, session_id, share)
    SELECT $3, session_id, $4 FROM tandem_sessions WHERE session_id = $1 AND user_key = $2
  ON CONFLICT (grantee_key, session_id) DO UPDATE SET share = EXCLUDED.share RETURNING session_id`;

const WITH = `SELECT s.user_id AS "userId", s.summary, t.share
  FROM tandem_shares t JOIN tandem_sessions s USING (session_id)
  WHERE t.grantee_key = ANY ($1) AND ($2::text IS NULL OR t.session_id = $2)
    AND ($3::text IS NULL OR s.status = $3)
  ORDER BY s.updated_at DESC LIMIT $4`;

/** Shares as rows of PostgreSQL; they go with their session. */
export function createPostgresShares(db: PostgresClient): ShareRows {
  return {
    async set({ sessionId, userKey }, { granteeKey, share }) {
      return (await db.query(SET, [sessionId, userKey, granteeKey, share])).length > 0;
    },
    async remove({ sessionId }, granteeKey) {
      const removed = await db.query(
        'DELETE FROM tandem_shares WHERE grantee_key = $1 AND session_id = $2 RETURNING session_id',
        [granteeKey, sessionId],
      );
      return removed.length > 0;
    },
    async of(sessionId) {
      const rows = await db.query<{ share: string }>(
        'SELECT share FROM tandem_shares WHERE session_id = $1',
        [sessionId],
      );
      return rows.map(({ share }) => share);
    },
    with: ({ granteeKeys, sessionId, status, limit }) =>
      db.query(WITH, [granteeKeys, sessionId ?? null, status ?? null, limit]),
  };
}
