import type { InstanceStore } from '../../session/instance-store.ts';
import type { PostgresClient } from './postgres-client.ts';

/** What has been dead for this long is removed; homes with a note are kept for whoever comes next. */
const BEAT = `WITH mine AS (
    INSERT INTO tandem_instances (instance_id, url, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
    ON CONFLICT (instance_id) DO UPDATE SET url = excluded.url, until = excluded.until
  ), gone AS (
    DELETE FROM tandem_instances WHERE until < clock_timestamp() - interval '1 hour' RETURNING instance_id
  ), freed AS (DELETE FROM tandem_homes USING gone WHERE tandem_homes.instance_id = gone.instance_id AND note = '')
  SELECT instance_id AS id, url FROM tandem_instances WHERE until > clock_timestamp() AND instance_id <> $1`;

const LEAVE = `WITH gone AS (DELETE FROM tandem_instances WHERE instance_id = $1)
  DELETE FROM tandem_homes WHERE instance_id = $1 AND note = ''`;

const TAKE_HOME = `INSERT INTO tandem_homes AS h (name, instance_id) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET instance_id = excluded.instance_id
  WHERE NOT EXISTS (
    SELECT FROM tandem_instances i WHERE i.instance_id = h.instance_id AND i.until > clock_timestamp()
  )`;

const READ_HOME = `SELECT h.instance_id AS id, h.note, i.url FROM tandem_homes h LEFT JOIN tandem_instances i USING (instance_id)
  WHERE h.name = $1`;

export function createPostgresInstances(db: PostgresClient): InstanceStore {
  return {
    beat: ({ id, url }, forMs) => db.query(BEAT, [id, url, forMs]),

    async leave(id) {
      await db.query(LEAVE, [id]);
    },

    async takeHome(name, self) {
      for (;;) {
        await db.query(TAKE_HOME, [name, self.id]);
        const [home] = await db.query<{ id: string; url: string | null; note: string }>(READ_HOME, [name]);
        if (home?.id === self.id) return { instance: self, note: home.note };
        // Unless it has left in between.
        if (home?.url) return { instance: { id: home.id, url: home.url }, note: home.note };
      }
    },

    async noteHome(name, id, note) {
      await db.query('UPDATE tandem_homes SET note = $3 WHERE name = $1 AND instance_id = $2', [
        name,
        id,
        note,
      ]);
    },
  };
}
