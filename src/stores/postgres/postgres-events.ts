import type { EventLog } from '../../session/event-log.ts';
import type { PostgresClient } from './postgres-client.ts';

const APPEND = `INSERT INTO tandem_events (stream, number, text)
  SELECT * FROM unnest($1::text[], $2::int[], $3::text[]) ON CONFLICT DO NOTHING`;

export function createPostgresEvents(db: PostgresClient): EventLog {
  return {
    async append(events) {
      const columns = (['stream', 'number', 'text'] as const).map((name) =>
        events.map((event) => event[name]),
      );
      await db.query(APPEND, columns);
    },
    read: (stream) =>
      db.query('SELECT stream, number, text FROM tandem_events WHERE stream = $1 ORDER BY number', [stream]),
    async forget(olderThanMs) {
      await db.query(`DELETE FROM tandem_events WHERE at < clock_timestamp() - $1 * interval '1 ms'`, [
        olderThanMs,
      ]);
    },
  };
}
