import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { SessionRecord } from '../../src/session/session-record.ts';
import type { SessionStore } from '../../src/session/session-store.ts';
import { createPostgresStore } from '../../src/stores/index.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../contract/postgres-server.ts';
import { ratio, timed } from './ratio.ts';

describe.skipIf(!hasPostgres)('what one instance hears of another', () => {
  let server: PostgresServer;
  let stores: SessionStore[];
  let clients: pg.Client[];
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.emptyUrl();
    stores = [createPostgresStore({ url }), createPostgresStore({ url })];
    clients = [new pg.Client(url), new pg.Client(url)];
    await Promise.all(clients.map((client) => client.connect()));
  });
  afterAll(async () => {
    await Promise.all([...stores.map((store) => store.dispose()), ...clients.map((client) => client.end())]);
    await server.stop();
  });

  it('hears of a save about as fast as a bare notification', async () => {
    const [here, there] = stores as [SessionStore, SessionStore];
    const [writer, listener] = clients as [pg.Client, pg.Client];
    let heard: (sessionId: string) => void = () => {};
    const started = new Promise<void>((resolve) => {
      there.onOthersChange?.((key) => (key ? heard(key.sessionId) : resolve()));
    });
    await started;
    let record: SessionRecord = await here.create({ userId: 'ada', kind: 'app', name: 'A' });
    await writer.query('CREATE TABLE bare (id int PRIMARY KEY, text text)');
    await writer.query("INSERT INTO bare VALUES (1, '')");
    await listener.query('LISTEN bare');
    await ratio('a save until another instance hears of it, vs an update that notifies', {
      ours: () =>
        timed(async () => {
          const told = new Promise<void>((resolve) => {
            heard = (sessionId) => sessionId === record.sessionId && resolve();
          });
          record = await here.save(record);
          await told;
        }),
      base: () =>
        timed(async () => {
          const told = once(listener, 'notification');
          await writer.query(
            "WITH saved AS (UPDATE bare SET text = 'x' RETURNING 1) SELECT pg_notify('bare', 'x') FROM saved",
          );
          await told;
        }),
      samples: 100,
      goal: '≤ 2x, and 200 ms',
    });
  });
});
