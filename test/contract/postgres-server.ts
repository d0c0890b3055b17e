import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { hasPostgresBinaries, startPostgres as start } from '../../examples/cluster/start-postgres.mjs';

export interface PostgresServer {
  url: string;
  /** An address with empty tables of its own. */
  emptyUrl(): Promise<string>;
  stop(): Promise<void>;
  /** Undefined where the server is not ours to stop. */
  process?: { stop(): Promise<void>; start(): Promise<void> };
}

/** False on machines that there are no binaries for; tests that need the server are skipped there. */
export const hasPostgres = process.env.TANDEM_TEST_POSTGRES !== undefined || hasPostgresBinaries;

/** The server of `TANDEM_TEST_POSTGRES`, or a real one of our own, from prebuilt binaries. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TANDEM_TEST_POSTGRES;
  if (given) return { ...withSchemas(given), stop: async () => {} };
  const server = await start({ settings: ['fsync=off'] });
  return { ...withSchemas(server.url), process: server, stop: server.remove };
}

function withSchemas(url: string): Pick<PostgresServer, 'url' | 'emptyUrl'> {
  return {
    url,
    async emptyUrl() {
      const schema = `test_${randomBytes(8).toString('hex')}`;
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`CREATE SCHEMA ${schema}`);
      await client.end();
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${schema}`);
      return own.href;
    },
  };
}
