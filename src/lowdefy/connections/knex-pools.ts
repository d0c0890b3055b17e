import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Logger } from '../../lib/logger.ts';
import { knexClient, sqlDialect, sqliteConnection } from './knex-clients.ts';

// Loaded by the first request that needs it.
const require = createRequire(import.meta.url);
const MAX_POOLS = 20;
const ACQUIRE_TIMEOUT_MS = 15_000;

/** Makes every connection refuse writes, in case the check of the statement missed one. */
const READ_ONLY: Partial<Record<string, string>> = {
  sqlite: 'PRAGMA query_only = ON',
  postgres: 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
  mysql: 'SET SESSION TRANSACTION READ ONLY',
};

interface Pool {
  knex: Knex;
  users: number;
}

export interface KnexPools {
  /** Runs with the pool for these properties; there is one per configuration. */
  use<T>(properties: Record<string, unknown>, work: (knex: Knex) => T | Promise<T>): Promise<T>;
  /** For compiling a query; nothing may be run with it. */
  peek(properties: Record<string, unknown>): Knex;
  size(): number;
  close(): Promise<void>;
}

/** Lowdefy's own connection opens a database for every request and never closes it. */
export function createKnexPools(options: { dir: string; readOnly: boolean; log: Logger }): KnexPools {
  // In order of use, the latest last.
  const pools = new Map<string, Pool>();
  let closed = false;

  return {
    async use(properties, work) {
      const pool = poolFor(properties);
      pool.users++;
      try {
        return await work(pool.knex);
      } finally {
        pool.users--;
      }
    },
    peek: (properties) => poolFor(properties).knex,
    size: () => pools.size,
    async close() {
      closed = true;
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.knex.destroy()));
    },
  };

  function poolFor(properties: Record<string, unknown>): Pool {
    if (closed) throw new Error('The app has been closed.');
    const key = canonical(properties);
    const pool = pools.get(key) ?? { knex: createKnex(properties, options), users: 0 };
    pools.delete(key);
    pools.set(key, pool);
    // Properties may depend on the user, so their number is unlimited.
    for (const [oldKey, old] of pools) {
      if (pools.size <= MAX_POOLS) break;
      if (old.users > 0 || old === pool) continue;
      pools.delete(oldKey);
      old.knex.destroy().catch((error) => options.log.warn('A database pool could not be closed.', error));
    }
    return pool;
  }
}

function createKnex(
  properties: Record<string, unknown>,
  { dir, readOnly, log }: { dir: string; readOnly: boolean; log: Logger },
): Knex {
  const { client, connection, pool, ...rest } = properties;
  const dialect = sqlDialect(client);
  const isSqlite = dialect === 'sqlite';
  const statement = readOnly ? READ_ONLY[dialect] : undefined;
  const tell = (message: unknown) => log.debug(`knex: ${String(message)}`);
  const { knex: create } = require('knex') as typeof import('knex');
  const knex = create({
    ...rest,
    client: knexClient(client, dir),
    connection: (isSqlite ? sqliteConnection(connection, dir) : connection) as Knex.StaticConnectionConfig,
    acquireConnectionTimeout: (rest.acquireConnectionTimeout as number | undefined) ?? ACQUIRE_TIMEOUT_MS,
    ...(isSqlite ? { useNullAsDefault: true } : {}),
    pool: {
      ...(isSqlite ? { min: 1, max: 1 } : { min: 0, max: 5 }),
      ...(pool as Knex.PoolConfig | undefined),
      ...(statement === undefined ? {} : { afterCreate: runFirst(statement) }),
    },
    // Values must not appear in messages.
    compileSqlOnError: false,
    log: { warn: tell, error: tell, deprecate: tell, debug: tell },
  } as Knex.Config);
  knex.on('query-error', (error: Error, query: { sql?: string }) => {
    // knex puts the statement before the database's own message.
    const prefix = `${query.sql} - `;
    if (error.message.startsWith(prefix)) error.message = error.message.slice(prefix.length);
  });
  return knex;
}

interface RawConnection {
  exec?(sql: string): void;
  query?(sql: string, done: (error: Error | null) => void): void;
}

function runFirst(statement: string) {
  return (connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) => {
    if (!connection.exec) return connection.query?.(statement, (error) => done(error, connection));
    try {
      connection.exec(statement);
      done(null, connection);
    } catch (error) {
      done(error as Error, connection);
    }
  };
}

/** Equal properties give equal text, in whichever order they are written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
