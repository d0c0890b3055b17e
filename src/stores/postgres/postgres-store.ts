import type { SessionStore } from '../../session/session-store.ts';
import { createDatabaseStore } from '../database/database-store.ts';
import { createPostgresClient } from './postgres-client.ts';
import { createPostgresRows } from './postgres-rows.ts';

/** Options of `createPostgresStore`. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database`. The tables are made on first use. */
  url: string;
}

/**
 * Sessions in PostgreSQL, for several instances on any number of machines. Needs the package `pg`. Every statement can
 * be repeated, so a database that restarts costs a wait and not a call.
 *
 * @example
 * ```ts
 * import { createPostgresStore } from 'tandem-mcp/stores';
 *
 * const store = createPostgresStore({ url: 'postgres://tandem:secret@db.example/tandem' });
 * const { sessions } = await store.list({ userId: 'ann', status: 'open' });
 * ```
 */
export function createPostgresStore({ url }: PostgresStoreOptions): SessionStore {
  return createDatabaseStore(createPostgresRows(createPostgresClient(url)));
}
