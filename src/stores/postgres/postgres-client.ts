import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { TandemError } from '../../errors.ts';
import { migrate } from './migrate.ts';

/** How long a call waits for a database that restarts or fails over. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;
const MAX_CONNECTIONS = 10;
const CONNECT_MS = 5_000;
/** How long a statement may take. */
const STATEMENT_MS = 10_000;
/** How often the connection that only listens is tried. */
const TRY_LISTENING_MS = 15_000;
const NO_RESPONSE = 'Query read timeout';

/** Classes and codes of PostgreSQL and of the network that mean: not now, rather than: never. */
const PASSING =
  /^(08...|57P0[123]|53300|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

export interface PostgresClient {
  /**
   * One statement that may run twice: it is sent again when the connection was lost and nobody knows whether it ran.
   * `again` is what is sent then, if it must differ.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[], again?: string): Promise<Row[]>;
  /** Hears a channel on a connection of its own until that breaks or `signal` fires. */
  listen(channel: string, options: ListenOptions): Promise<void>;
  close(): Promise<void>;
}

interface ListenOptions {
  signal: AbortSignal;
  started(): void;
  heard(text: string): void;
}

/** A pool of connections that migrates the tables before its first statement and outlives restarts of the database. */
export function createPostgresClient(url: string): PostgresClient {
  const place = placeOf(url);
  let pool: Promise<Pool> | undefined;
  let ready: Promise<void> | undefined;
  let closed = false;

  async function open(): Promise<Pool> {
    const { default: pg } = await loadPg();
    const opened = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'tandem',
      // A process that is waiting for nothing else may end.
      allowExitOnIdle: true,
    });
    // A connection that breaks is replaced by the next query; without listeners it would end the process.
    opened.on('error', () => {});
    opened.on('connect', (client) => client.on('error', () => {}));
    return opened;
  }

  async function prepare(): Promise<void> {
    const client = await (await connect()).connect();
    try {
      await migrate(client);
    } finally {
      client.release();
    }
  }

  function connect(): Promise<Pool> {
    pool ??= open();
    return pool;
  }

  async function run<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    ready ??= prepare();
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    const client: PoolClient = await (await connect()).connect();
    try {
      const { rows } = await client.query<Row>(limited(text, values));
      client.release();
      return rows;
    } catch (error) {
      client.release(isPassing(error) ? (error as Error) : undefined);
      throw error;
    }
  }

  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[], again = text) {
      const end = performance.now() + PATIENCE_MS;
      for (let sent = text; ; sent = again) {
        if (closed) throw new TandemError('ended', 'The session store has been closed.');
        try {
          return await run<Row>(sent, values);
        } catch (error) {
          if (error instanceof TandemError) throw error;
          if (!isPassing(error)) throw refused(place, error);
          // A statement without a response may still run, so it is not sent a second time next to itself.
          if (isSilent(error) || performance.now() >= end) throw unreachable(place, error);
          await sleep(PAUSE_MS * (0.5 + Math.random()));
        }
      }
    },
    async listen(channel, { signal, started, heard }) {
      const { default: pg } = await loadPg();
      const client = new pg.Client({ connectionString: url, application_name: 'tandem', keepAlive: true });
      try {
        const ended = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        client.on('notification', ({ payload = '' }) => heard(payload));
        await client.connect();
        await client.query(limited(`LISTEN ${channel}`));
        started();
        await Promise.race([ended, untilSilent(client, ended)]);
      } finally {
        await client.end().catch(() => {});
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await (await pool)?.end();
    },
  };
}

/** Resolves when a connection no longer responds, which nobody reports. */
async function untilSilent(client: ClientBase, ended: Promise<void>): Promise<void> {
  let isOpen = true;
  void ended.then(() => {
    isOpen = false;
  });
  while (isOpen) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, TRY_LISTENING_MS).unref())]);
    await client.query(limited('SELECT')).catch(() => {
      isOpen = false;
    });
  }
}

/** Loaded when first used: `pg` is an optional peer. */
async function loadPg(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (cause) {
    throw new TandemError(
      'invalid_config',
      'Sessions in PostgreSQL need the package "pg". Install it next to Tandem: npm install pg',
      { cause },
    );
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    PASSING.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message) ||
    isSilent(error)
  );
}

function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === NO_RESPONSE;
}

/** The types of `pg` lack the setting. */
function limited(text: string, values: readonly unknown[] = []): QueryConfig {
  const config = { text, values: [...values], query_timeout: STATEMENT_MS };
  return config;
}

function unreachable(place: string, cause: unknown): TandemError {
  return new TandemError(
    'unavailable',
    `The session store (PostgreSQL at ${place}) cannot be reached: ${reason(cause)}. Try again when it is back.`,
    { cause },
  );
}

function refused(place: string, cause: unknown): TandemError {
  return new TandemError(
    'unavailable',
    `The session store (PostgreSQL at ${place}) refused: ${reason(cause)}. Check mcp.session.store and the rights of its user.`,
    { cause },
  );
}

function reason(cause: unknown): string {
  if (isSilent(cause)) return `no response within ${STATEMENT_MS / 1000} seconds`;
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split('\n')[0] || 'no reason given').replace(/\.$/, '');
}

/** The address without the password. */
function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    throw new TandemError(
      'invalid_config',
      'mcp.session.store.url must be an address such as postgres://user:password@host:5432/database.',
    );
  }
}
