import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { hasCode } from '../../lib/has-code.ts';

type Client = typeof Knex.Client;

interface Database {
  inTransaction: boolean;
  defaultSafeIntegers(on: boolean): void;
  exec(sql: string): void;
}

const require = createRequire(import.meta.url);

/** While SQLite itself waits, nothing else in the process runs. */
const NATIVE_WAIT_MS = 20;
const MAX_WAIT_MS = 10_000;
const MAX_PAUSE_MS = 20;

/** knex's class for SQLite files, which several processes may write at once. */
export function sqliteClient(): Client {
  const Base = require('knex/lib/dialects/better-sqlite3/index.js') as Client;
  return class extends Base {
    /** The same API as better-sqlite3, ready-made for each platform. */
    _driver(): unknown {
      return require('libsql');
    }

    // knex waits for what it returns.
    override async acquireRawConnection(): Promise<unknown> {
      const database = (await super.acquireRawConnection()) as Database;
      // Without it an integer beyond 2^53 comes back as another one.
      database.defaultSafeIntegers(true);
      database.exec(`PRAGMA busy_timeout = ${NATIVE_WAIT_MS}`);
      return database;
    }

    override async query(database: Database, statement: unknown): Promise<unknown> {
      const deadline = Date.now() + MAX_WAIT_MS;
      for (;;)
        try {
          return await super.query(database, statement);
        } catch (error) {
          // In a transaction the lock of the other process may wait for ours.
          const isFinal = database.inTransaction || Date.now() > deadline;
          if (!hasCode(error, 'SQLITE_BUSY') || isFinal) throw error;
          // Of random length: two processes in step would keep each other out.
          await sleep(Math.random() * MAX_PAUSE_MS);
        }
    }
  };
}
