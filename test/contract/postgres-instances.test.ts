import { EventEmitter, on } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionStore } from '../../src/session/session-store.ts';
import { createPostgresStore } from '../../src/stores/index.ts';
import { MIGRATIONS } from '../../src/stores/postgres/migrations.ts';
import { createRelay } from '../cluster/relay.mjs';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';
import { entry } from './session-store/store-fixture.ts';

describe.skipIf(!hasPostgres)('several instances on one PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  let stores: SessionStore[];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    url = await server.emptyUrl();
    stores = [];
  });
  afterEach(() => Promise.all(stores.map((store) => store.dispose())));

  function open(at = url): SessionStore {
    const store = createPostgresStore({ url: at });
    stores.push(store);
    return store;
  }
  const create = (store: SessionStore) => store.create({ userId: 'ada', kind: 'app', name: 'A' });

  async function sql(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  it('makes its tables once when ten start together', async () => {
    const all = Array.from({ length: 10 }, () => open());
    await Promise.all(all.map(create));
    const { sessions } = await open().list({ userId: 'ada' });
    expect(sessions).toHaveLength(10);
    expect(await sql('SELECT version FROM tandem_version')).toEqual([{ version: MIGRATIONS.length }]);
  });

  it('refuses the tables of a newer Tandem', async () => {
    await create(open());
    await sql('UPDATE tandem_version SET version = 99');
    await expect(create(open())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('version 99'),
    });
  });

  it('sees what the other saved, and refuses what is out of date', async () => {
    const [here, there] = [open(), open()];
    const made = await create(here);
    const saved = await there.save({ ...made, name: 'B' });
    expect(await here.get(made)).toEqual(saved);
    await expect(here.save(made)).rejects.toMatchObject({ code: 'conflict' });
    await there.appendLog(made, [entry(1)]);
    await here.appendLog(made, [entry(2), entry(3)]);
    expect((await there.readLog(made, { after: 1, limit: 1 })).map(({ n }) => n)).toEqual([2]);
  });

  it('gives the lease of a dead instance to another, and refuses what the dead one writes later', async () => {
    const [dead, alive] = [open(), open()];
    const made = await create(dead);
    await dead.lease(made, { owner: 'dead' });
    await expect(alive.lease(made, { owner: 'alive', waitMs: 0 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('by dead.'),
    });
    // As after the life of a lease that nobody prolongs.
    expect(await alive.abandoned?.(['app'])).toEqual([]);
    await sql("UPDATE tandem_heads SET lease_until = now() - interval '1 s'");
    expect(await alive.abandoned?.(['live'])).toEqual([]);
    expect(await alive.abandoned?.(['app', 'live'])).toEqual([{ sessionId: made.sessionId, userId: 'ada' }]);
    const lease = await alive.lease(made, { owner: 'alive' });
    await expect(dead.save({ ...made, name: 'Late' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(dead.appendLog(made, [entry(1)])).rejects.toMatchObject({ code: 'conflict' });
    await alive.appendLog(made, [entry(2)]);
    expect((await alive.save({ ...made, name: 'Taken over' })).rev).toBe(2);
    expect((await alive.readLog(made)).map(({ n }) => n)).toEqual([2]);
    await lease.release();
    expect(await alive.abandoned?.(['app'])).toEqual([]);
  });

  it('shares values that are made once', async () => {
    const all = Array.from({ length: 5 }, () => open());
    const values = await Promise.all(all.map((store, i) => store.madeOnce?.('key', `value ${i}`)));
    expect(new Set(values).size).toBe(1);
    expect(await open().madeOnce?.('other', 'mine')).toBe('mine');
  });

  it('hands a lease on when its holder ends in order', async () => {
    const [here, there] = [open(), open()];
    const made = await create(here);
    await here.lease(made, { owner: 'here' });
    const waiting = there.lease(made, { owner: 'there', waitMs: 60_000 });
    await here.dispose();
    await (await waiting).release();
  });

  it('tells the others what one wrote, and to look again after a restart of the database', async () => {
    const [here, there] = [open(), open()];
    const news = new EventEmitter();
    const told = on(news, 'told');
    there.onOthersChange?.((key) => news.emit('told', key && `${key.sessionId} ${key.userId}`));
    const next = async () => (await told.next()).value;
    // The connection is there.
    expect(await next()).toEqual([undefined]);
    const made = await here.create({ userId: 'a "user"', kind: 'app', name: 'A' });
    const mine = `${made.sessionId} a "user"`;
    expect(await next()).toEqual([mine]);
    await here.save(made);
    expect(await next()).toEqual([mine]);
    await here.appendLog(made, [entry(1)]);
    expect(await next()).toEqual([mine]);
    await there.appendLog(made, [entry(2)]);
    const long = await here.create({ userId: 'x'.repeat(10_000), kind: 'app', name: 'A' });
    expect(await next()).toEqual([undefined]);
    expect(await there.get(long)).toEqual(long);
    if (!server.process) return;
    await server.process.stop();
    await server.process.start();
    expect(await next()).toEqual([undefined]);
  });

  it('outlives a restart of the database, and loses and repeats nothing', async (test) => {
    if (!server.process) return test.skip('the given server is not ours to stop');
    const store = open();
    const made = await create(store);
    let saved = made;
    const numbers: number[] = [];
    let restarted = false;
    const restart = (async () => {
      await server.process?.stop();
      await server.process?.start();
      restarted = true;
    })();
    for (let n = 0; !restarted || n < 20; n++) {
      await store.appendLog(made, [entry(n)]).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'unavailable' });
        throw error;
      });
      numbers.push(n);
      saved = await store.save({ ...saved, data: { n } });
    }
    await restart;
    expect((await store.readLog(made)).map(({ n }) => n)).toEqual(numbers);
    expect(await open().get(made)).toEqual(saved);
  });

  it('says so when the database is silent, and continues when it is back', async () => {
    const relay = await createRelay(url);
    const store = open(relay.url);
    const news = new EventEmitter();
    const told = on(news, 'told');
    store.onOthersChange?.((key) => news.emit('told', key));
    // The connection that listens is there.
    await told.next();
    const made = await create(store);
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      relay.silence();
      let refused: unknown;
      const waiting = store.appendLog(made, [entry(1)]).catch((error: unknown) => {
        refused = error;
      });
      while (refused === undefined) await vi.advanceTimersByTimeAsync(1000);
      await waiting;
      expect(refused).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('cannot be reached: no response'),
      });
      // The one that listens notices too, and looks again.
      let isTold = false;
      const again = told.next().then(() => {
        isTold = true;
      });
      relay.open();
      while (!isTold) await vi.advanceTimersByTimeAsync(1000);
      await again;
    } finally {
      vi.useRealTimers();
      relay.close();
    }
    const direct = open();
    await direct.appendLog(made, [entry(2)]);
    expect((await direct.readLog(made)).map(({ n }) => n)).toEqual([2]);
  });

  it('says where it cannot connect, without the password', async () => {
    const wrong = new URL(url);
    wrong.password = 'wrong-secret';
    wrong.pathname = '/missing';
    const refused = await create(open(wrong.href)).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining(wrong.host) });
    expect((refused as Error).message).not.toContain('wrong-secret');
    expect(() => open('not an address')).toThrow('must be an address such as');
  });
});
