import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { hasCode } from '../../lib/has-code.ts';
import { sqlTokens } from './sql-tokens.ts';
import { sqlWrites } from './sql-writes.ts';

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

const LOCKS = {
  // The statement takes the lock; a transaction takes none when it begins.
  read: 'BEGIN; SELECT 1 FROM sqlite_master LIMIT 1',
  write: 'BEGIN IMMEDIATE',
};

/** Not possible in a transaction, or what begins and ends one. */
const BY_ITSELF: ReadonlySet<string | undefined> = new Set([
  'PRAGMA',
  'VACUUM',
  'ATTACH',
  'DETACH',
  'BEGIN',
  'COMMIT',
  'END',
  'ROLLBACK',
  'SAVEPOINT',
  'RELEASE',
]);

/**
 * knex's class for SQLite files, which several processes may write at once. Each statement has a transaction whose locks
 * are taken before it: the driver leaves a statement that finds the file locked unfinished, and as long as it exists
 * nothing that comes after it is written to the file.
 */
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

    override async query(database: Database, query: string | { sql: string }): Promise<unknown> {
      const lock = database.inTransaction
        ? undefined
        : lockFor(typeof query === 'string' ? query : query.sql);
      if (!lock) return super.query(database, query);
      const deadline = Date.now() + MAX_WAIT_MS;
      try {
        await whenFree(() => begin(database, lock), deadline);
        const result = await super.query(database, query);
        await whenFree(() => database.exec('COMMIT'), deadline);
        return result;
      } finally {
        rollBack(database);
      }
    }
  };
}

function lockFor(sql: string): keyof typeof LOCKS | undefined {
  const tokens = sqlTokens(sql, 'sqlite');
  if (typeof tokens !== 'string' && BY_ITSELF.has(tokens[0]?.text)) return undefined;
  return sqlWrites(sql, 'sqlite') === undefined ? 'read' : 'write';
}

function begin(database: Database, lock: keyof typeof LOCKS): void {
  rollBack(database);
  database.exec(LOCKS[lock]);
}

function rollBack(database: Database): void {
  if (database.inTransaction) database.exec('ROLLBACK');
}

async function whenFree(work: () => void, deadline: number): Promise<void> {
  for (;;)
    try {
      return work();
    } catch (error) {
      if (!hasCode(error, 'SQLITE_BUSY') || Date.now() > deadline) throw error;
      // Of random length: two processes in step would keep each other out.
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
}
