import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createMongoDBStore } from '../../src/stores/index.ts';
import { describeBus } from './bus-suite.ts';
import { describeInstances } from './instances-suite.ts';
import { entry } from './session-store/store-fixture.ts';
import { describeSessionStore } from './session-store-suite.ts';

const url = process.env.TANDEM_TEST_MONGODB ?? '';

if (url === '') {
  describe('MongoDB store', () => {
    it('is tested where TANDEM_TEST_MONGODB is the address of a server', (test) => {
      test.skip('TANDEM_TEST_MONGODB is not set');
    });
  });
} else {
  describeSessionStore('MongoDB', async () => {
    const at = ownCollection();
    return { store: createMongoDBStore(at), cleanUp: () => remove(at) };
  });

  describeBus('MongoDB', async () => {
    const at = ownCollection();
    return { open: () => createMongoDBStore(at), cleanUp: () => remove(at) };
  });

  describeInstances('MongoDB', async () => {
    const at = ownCollection();
    return {
      open: () => createMongoDBStore(at),
      async silence(id) {
        const client = new MongoClient(url);
        const instances = client.db(at.database).collection<{ _id: string }>(`${at.collection}_instances`);
        await instances.updateOne({ _id: id }, { $set: { until: new Date(Date.now() - 1000) } });
        await client.close();
      },
      cleanUp: () => remove(at),
    };
  });

  describe('several instances on one MongoDB', () => {
    it('gives the lease of a dead instance to another, and refuses what the dead one writes later', async () => {
      const at = ownCollection();
      const [dead, alive] = [createMongoDBStore(at), createMongoDBStore(at)];
      const made = await dead.create({ userId: 'ada', kind: 'app', name: 'A' });
      await dead.lease(made, { owner: 'dead' });
      await dead.appendLog(made, [entry(1)]);
      await expect(alive.lease(made, { owner: 'alive', waitMs: 0 })).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('by dead.'),
      });
      // As after the life of a lease that nobody prolongs.
      const client = new MongoClient(url);
      await client
        .db(at.database)
        .collection(at.collection)
        .updateMany({}, { $set: { leaseUntil: new Date(1) } });
      await client.close();
      expect(await alive.abandoned?.(['app'])).toEqual([{ sessionId: made.sessionId, userId: 'ada' }]);
      const lease = await alive.lease(made, { owner: 'alive' });
      await expect(dead.appendLog(made, [entry(2)])).rejects.toMatchObject({ code: 'conflict' });
      await expect(dead.save({ ...made, name: 'Late' })).rejects.toMatchObject({ code: 'conflict' });
      await alive.appendLog(made, [entry(3), entry(4)]);
      expect((await alive.save({ ...made, name: 'Taken over' })).rev).toBe(2);
      expect((await alive.readLog(made)).map(({ n }) => n)).toEqual([1, 3, 4]);
      expect((await alive.readLog(made, { after: 2 })).map(({ n }) => n)).toEqual([4]);
      await lease.release();
      expect(await alive.abandoned?.(['app'])).toEqual([]);
      await Promise.all([dead.dispose(), alive.dispose()]);
      await remove(at);
    });

    it('says that it cannot connect', async () => {
      const store = createMongoDBStore({ url: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50' });
      await expect(store.users()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('cannot be reached'),
      });
      await store.dispose();
    });
  });
}

function ownCollection(): { url: string; database: string; collection: string } {
  return { url, database: 'tandem_test', collection: `sessions_${randomBytes(8).toString('hex')}` };
}

async function remove({ database, collection }: { database: string; collection: string }): Promise<void> {
  const client = new MongoClient(url);
  for (const name of [collection, `${collection}_log`]) await client.db(database).dropCollection(name);
  await client.close();
}
