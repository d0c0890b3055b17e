import type { SessionStore } from '../../session/session-store.ts';
import { createDatabaseStore } from '../database/database-store.ts';
import { createMongoDBClient } from './mongodb-client.ts';
import { createMongoDBRows } from './mongodb-rows.ts';

/** Options of `createMongoDBStore`. */
export interface MongoDBStoreOptions {
  /** `mongodb://user:password@host:27017/database`. Collections and indexes are made on first use. */
  url: string;
  /** Instead of the one in the address. */
  database?: string;
  /** Where sessions are. Their histories and what instances share are in others, whose names begin with this one
   * (`mcp_sessions_log`). Default `mcp_sessions`. */
  collection?: string;
}

/**
 * Sessions in MongoDB, for several instances on any number of machines. Needs the package `mongodb`, but no replica
 * set.
 *
 * @example
 * ```ts
 * import { createMongoDBStore } from 'tandem-mcp/stores';
 *
 * const store = createMongoDBStore({ url: 'mongodb://db.example/tandem', collection: 'sessions' });
 * const { sessions } = await store.list({ userId: 'ann', status: 'open' });
 * ```
 */
export function createMongoDBStore(options: MongoDBStoreOptions): SessionStore {
  const { url, database, collection = 'mcp_sessions' } = options;
  return createDatabaseStore(createMongoDBRows(createMongoDBClient({ url, database, collection })));
}
