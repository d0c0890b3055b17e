import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import type { Knex } from 'knex';
import { TandemError } from '../../errors.ts';
import type { SqlDialect } from './sql-tokens.ts';
import { sqliteClient } from './sqlite-client.ts';

type Client = typeof Knex.Client;

const require = createRequire(import.meta.url);

/** knex's name of a client → its dialect, and the package of its driver. */
const CLIENTS: Record<string, { folder: string; driver: string; dialect: SqlDialect }> = {
  pg: { folder: 'postgres', driver: 'pg', dialect: 'postgres' },
  postgres: { folder: 'postgres', driver: 'pg', dialect: 'postgres' },
  postgresql: { folder: 'postgres', driver: 'pg', dialect: 'postgres' },
  cockroachdb: { folder: 'cockroachdb', driver: 'pg', dialect: 'postgres' },
  redshift: { folder: 'redshift', driver: 'pg', dialect: 'postgres' },
  mysql: { folder: 'mysql', driver: 'mysql', dialect: 'mysql' },
  mysql2: { folder: 'mysql2', driver: 'mysql2', dialect: 'mysql' },
  mssql: { folder: 'mssql', driver: 'tedious', dialect: 'mssql' },
};
const SQLITE = ['sqlite3', 'sqlite', 'better-sqlite3', 'libsql'];

export function sqlDialect(client: unknown): SqlDialect {
  return SQLITE.includes(String(client)) ? 'sqlite' : (CLIENTS[String(client)]?.dialect ?? 'unknown');
}

/** knex's class for a client, with the driver that the app has installed; for SQLite, with ours. */
export function knexClient(client: unknown, dir: string): Client {
  const name = String(client);
  if (SQLITE.includes(name)) return sqliteClient();
  const known = CLIENTS[name];
  if (!known) {
    const names = [...Object.keys(CLIENTS), ...SQLITE].map((text) => `"${text}"`).join(', ');
    throw new TandemError(
      'invalid_config',
      `Unknown client "${name}" for a Knex connection. Valid: ${names}.`,
    );
  }
  const Base = require(`knex/lib/dialects/${known.folder}/index.js`) as Client;
  // Checked before knex does: its own message about a missing driver is longer and names the wrong folder.
  const driver = requireFrom(dir, known.driver, name);
  return class extends Base {
    _driver(): unknown {
      return driver;
    }
  };
}

/** The location of an app's SQLite file. Stock Lowdefy resolves a relative name against the working directory. */
export function sqliteConnection(connection: unknown, dir: string): object {
  const settings =
    typeof connection === 'object' && connection !== null ? connection : { filename: connection };
  const { filename } = settings as { filename?: unknown };
  if (typeof filename !== 'string' || filename === '' || filename === ':memory:') return settings;
  const path = filename.replace(/^file:(\/\/)?/, '');
  return { ...settings, filename: isAbsolute(path) ? path : resolve(dir, path) };
}

function requireFrom(dir: string, driver: string, client: string): unknown {
  const fromApp = createRequire(join(dir, 'package.json'));
  try {
    return fromApp(driver);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new TandemError(
      'unavailable',
      `A Knex connection with the client "${client}" needs the package ${driver}. Install it: run "npm install ${driver}" in ${dir}.`,
    );
  }
}
