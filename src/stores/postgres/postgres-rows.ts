import type { LogBatch, SessionRows } from '../database/session-rows.ts';
import { CHANNEL, createPostgresBus } from './postgres-bus.ts';
import type { PostgresClient } from './postgres-client.ts';
import { createPostgresEvents } from './postgres-events.ts';
import { createPostgresInstances } from './postgres-instances.ts';
import { createPostgresShares } from './postgres-shares.ts';

const INSERT = `WITH made AS (
    INSERT INTO tandem_sessions (session_id, user_key, user_id, kind, status, updated_at, rev, summary, record)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING session_id
  ), head AS (INSERT INTO tandem_heads (session_id) SELECT session_id FROM made)
  SELECT pg_notify('${CHANNEL}', $10) FROM made`;

/** The lock keeps another instance from taking the lease between this check and the write. */
const REPLACE = `WITH head AS (
    SELECT session_id FROM tandem_heads
    WHERE session_id = $1 AND ($9::bigint IS NULL OR lease_token = $9) FOR SHARE
  ), saved AS (
    UPDATE tandem_sessions s SET kind = $3, status = $4, updated_at = $5, rev = $6, summary = $7, record = $8,
      save_id = $10
    FROM head WHERE s.session_id = head.session_id AND s.user_key = $2
      AND (s.rev = $6::int - 1 OR (s.rev = $6 AND s.save_id = $10))
    RETURNING s.rev
  ) SELECT rev, pg_notify('${CHANNEL}', $11) FROM saved`;

const LENGTHEN = `UPDATE tandem_heads h SET log_length = h.log_length + $3::int FROM tandem_sessions s
    WHERE h.session_id = $1 AND s.session_id = h.session_id AND s.user_key = $2
      AND ($4::bigint IS NULL OR h.lease_token = $4)`;

const ADD_BATCH = `INSERT INTO tandem_log (session_id, first, length, append_id, entries)
    SELECT $1, log_length - $3::int, $3::int, $5, $6 FROM head RETURNING first`;

const APPEND = `WITH head AS (${LENGTHEN} RETURNING h.log_length), made AS (${ADD_BATCH})
  SELECT first, pg_notify('${CHANNEL}', $7) FROM made`;

/** After a lost connection: unless the first one arrived. */
const APPEND_AGAIN = `WITH done AS (
    SELECT first FROM tandem_log WHERE session_id = $1 AND append_id = $5
  ), head AS (${LENGTHEN} AND NOT EXISTS (SELECT FROM done) RETURNING h.log_length),
  made AS (${ADD_BATCH})
  SELECT first, pg_notify('${CHANNEL}', $7) FROM made UNION ALL SELECT first, NULL FROM done`;

const LIST = (ofUser: string) => `SELECT summary, user_id AS "userId" FROM tandem_sessions WHERE ${ofUser}
    AND ($2::text IS NULL OR status = $2) AND ($3::text[] IS NULL OR kind = ANY ($3))
    AND ($4::text IS NULL OR updated_at < $4 OR (updated_at = $4 AND session_id > $5))
  ORDER BY updated_at DESC, session_id LIMIT $6`;

/** Two statements, so that each has its own index. */
const LIST_OF_USER = LIST('user_key = $1');
const LIST_ALL = LIST('$1::text IS NULL');

const TAKE = `WITH mine AS (
    SELECT h.session_id FROM tandem_heads h JOIN tandem_sessions s USING (session_id)
    WHERE h.session_id = $1 AND s.user_key = $2
  ), taken AS (
    UPDATE tandem_heads h SET lease_token = h.lease_token + 1, lease_owner = $3,
      lease_until = clock_timestamp() + $4 * interval '1 ms'
    FROM mine WHERE h.session_id = mine.session_id AND h.lease_until < clock_timestamp()
    RETURNING h.lease_token
  )
  SELECT taken.lease_token AS token, '' AS owner FROM taken
  UNION ALL
  SELECT NULL, h.lease_owner FROM tandem_heads h JOIN mine USING (session_id) WHERE NOT EXISTS (SELECT FROM taken)`;

const PROLONG = `UPDATE tandem_heads h SET lease_until = clock_timestamp() + $3 * interval '1 ms'
  FROM unnest($1::text[], $2::bigint[]) AS mine(session_id, token)
  WHERE h.session_id = mine.session_id AND h.lease_token = mine.token AND h.lease_until > '-infinity'
  RETURNING h.session_id AS "sessionId", h.lease_token AS token`;

/** A use that is repeated after a lost connection is the same use. */
const USE_ONCE = `WITH gone AS (DELETE FROM tandem_used WHERE until < clock_timestamp() AND name <> $1)
  INSERT INTO tandem_used AS u (name, use_id, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET until = u.until WHERE u.use_id = excluded.use_id RETURNING name`;

/** Sessions as rows of PostgreSQL, one statement per call. */
export function createPostgresRows(db: PostgresClient): SessionRows {
  const bus = createPostgresBus(db);
  return {
    async insert(row) {
      const { sessionId, userKey, userId, kind, status, updatedAt, rev, summary, record } = row;
      await db.query(INSERT, [
        sessionId,
        userKey,
        userId,
        kind,
        status,
        updatedAt,
        rev,
        summary,
        record,
        bus.notice(row),
      ]);
    },

    async find({ sessionId, userKey }) {
      const [row] = await db.query<{ record: string }>(
        'SELECT record FROM tandem_sessions WHERE session_id = $1 AND user_key = $2',
        [sessionId, userKey],
      );
      return row?.record;
    },

    async replace(row, mark) {
      const { sessionId, userKey, kind, status, updatedAt, rev, summary, record } = row;
      const columns = [sessionId, userKey, kind, status, updatedAt, rev, summary, record];
      return (await db.query(REPLACE, [...columns, mark.leaseToken, mark.id, bus.notice(row)])).length > 0;
    },

    async list({ userKey, status, kinds, after, limit }) {
      const place = [after?.updatedAt ?? null, after?.sessionId ?? null];
      const values = [userKey ?? null, status ?? null, kinds ?? null, ...place, limit];
      return db.query(userKey === undefined ? LIST_ALL : LIST_OF_USER, values);
    },

    async countOpen(userKey, kinds) {
      const [row] = await db.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM tandem_sessions
        WHERE user_key = $1 AND status = 'open' AND kind = ANY ($2)`,
        [userKey, kinds],
      );
      return row?.open ?? 0;
    },

    async users() {
      const rows = await db.query<{ user_id: string }>('SELECT DISTINCT user_id FROM tandem_sessions', []);
      return rows.map(({ user_id }) => user_id);
    },

    async append({ sessionId, userKey, userId }, { length, entries }, mark) {
      const notice = bus.notice({ sessionId, userId });
      const values = [sessionId, userKey, length, mark.leaseToken, mark.id, entries, notice];
      return (await db.query(APPEND, values, APPEND_AGAIN)).length > 0;
    },

    readLog: (sessionId, { after, limit }) =>
      db.query(
        `SELECT first, entries FROM tandem_log
        WHERE session_id = $1 AND first + length > $2 AND ($3::int IS NULL OR first < $2::int + $3::int)
        ORDER BY first`,
        [sessionId, after, limit ?? null],
      ),

    async readParts(sessionId, { before, after, limit }) {
      const isOn = after !== undefined;
      const found = await db.query<LogBatch>(
        `SELECT first, entries FROM tandem_log
        WHERE session_id = $1 AND first ${isOn ? '>' : '<'} $2::bigint AND length > 0
        ORDER BY first ${isOn ? 'ASC' : 'DESC'} LIMIT $3`,
        [sessionId, after ?? before ?? Number.MAX_SAFE_INTEGER, limit],
      );
      return isOn ? found : found.reverse();
    },

    async openBefore({ updatedAt, kinds, userKey }) {
      const rows = await db.query<{ record: string }>(
        `SELECT record FROM tandem_sessions
        WHERE status = 'open' AND updated_at < $1 AND kind = ANY ($2) AND ($3::text IS NULL OR user_key = $3)
        ORDER BY updated_at`,
        [updatedAt, kinds, userKey ?? null],
      );
      return rows.map(({ record }) => record);
    },

    removeEnded: ({ updatedAt, userKey, kinds, exceptKinds }) =>
      db.query(
        `DELETE FROM tandem_sessions WHERE status <> 'open' AND updated_at < $1
          AND ($2::text IS NULL OR user_key = $2)
          AND ($3::text[] IS NULL OR kind = ANY ($3)) AND kind <> ALL ($4::text[])
        RETURNING session_id AS "sessionId", user_id AS "userId", kind`,
        [updatedAt, userKey ?? null, kinds ?? null, exceptKinds],
      ),

    async remove(sessionId) {
      await db.query('DELETE FROM tandem_sessions WHERE session_id = $1', [sessionId]);
    },

    async takeLease({ sessionId, userKey }, { owner, forMs }) {
      const [row] = await db.query<{ token: string | null; owner: string }>(TAKE, [
        sessionId,
        userKey,
        owner,
        forMs,
      ]);
      return row && (row.token === null ? { heldBy: row.owner } : { token: row.token });
    },

    prolongLeases: (held, forMs) =>
      db.query(PROLONG, [held.map(({ sessionId }) => sessionId), held.map(({ token }) => token), forMs]),

    async releaseLease({ sessionId, token }) {
      await db.query(
        `UPDATE tandem_heads SET lease_until = '-infinity' WHERE session_id = $1 AND lease_token = $2`,
        [sessionId, token],
      );
    },

    abandoned: (kinds) =>
      db.query(
        `SELECT h.session_id AS "sessionId", s.user_id AS "userId"
        FROM tandem_heads h JOIN tandem_sessions s USING (session_id)
        WHERE h.lease_until > '-infinity' AND h.lease_until < clock_timestamp()
          AND s.status = 'open' AND s.kind = ANY ($1)`,
        [kinds],
      ),

    async madeOnce(name, value) {
      await db.query('INSERT INTO tandem_values (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        name,
        value,
      ]);
      const rows = await db.query<{ value: string }>('SELECT value FROM tandem_values WHERE name = $1', [
        name,
      ]);
      return rows[0]?.value ?? value;
    },

    shares: createPostgresShares(db),
    async useOnce(name, { id, forMs }) {
      return (await db.query(USE_ONCE, [name, id, forMs])).length > 0;
    },

    instances: createPostgresInstances(db),
    events: createPostgresEvents(db),

    onOthersChange: bus.onOthersChange,
    tell: bus.tell,
    onTold: bus.onTold,

    async close() {
      await bus.close();
      await db.close();
    },
  };
}
