import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { createPostgresStore } from '../../src/stores/index.ts';
import { describeBus } from './bus-suite.ts';
import { describeInstances } from './instances-suite.ts';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';
import { describeSessionStore } from './session-store-suite.ts';

describe.skipIf(!hasPostgres)('on a real server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  describeSessionStore('PostgreSQL', async () => ({
    store: createPostgresStore({ url: await server.emptyUrl() }),
    cleanUp: async () => {},
  }));

  describeBus('PostgreSQL', async () => {
    const url = await server.emptyUrl();
    return { open: () => createPostgresStore({ url }), cleanUp: async () => {} };
  });

  describeInstances('PostgreSQL', async () => {
    const url = await server.emptyUrl();
    return {
      open: () => createPostgresStore({ url }),
      async silence(id) {
        const client = new pg.Client(url);
        await client.connect();
        await client.query(
          "UPDATE tandem_instances SET until = now() - interval '1 s' WHERE instance_id = $1",
          [id],
        );
        await client.end();
      },
      cleanUp: async () => {},
    };
  });
});
