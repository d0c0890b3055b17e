import type { ClientBase } from 'pg';
import { TandemError } from '../../errors.ts';
import { MIGRATIONS } from './migrations.ts';

/** Any number that is always the same: instances that start together wait for one another. */
const LOCK = 7_263_361;

/** Brings the tables to this program's version. Safe when several instances start at once. */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS tandem_version (version integer NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM tandem_version');
    const version = rows[0]?.version ?? 0;
    if (version > MIGRATIONS.length) throw tooNew(version);
    for (const step of MIGRATIONS.slice(version)) await client.query(step);
    if (rows.length === 0) await client.query('INSERT INTO tandem_version VALUES ($1)', [MIGRATIONS.length]);
    else if (version < MIGRATIONS.length)
      await client.query('UPDATE tandem_version SET version = $1', [MIGRATIONS.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function tooNew(version: number): TandemError {
  return new TandemError(
    'unavailable',
    `The session tables have version ${version}, but this Tandem knows only version ${MIGRATIONS.length}. A newer Tandem uses this database; update this one.`,
  );
}
