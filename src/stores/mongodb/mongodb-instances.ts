import type { InstanceStore } from '../../session/instance-store.ts';
import { type MongoDBClient, unlessDuplicate } from './mongodb-client.ts';

const HOUR = 60 * 60_000;

/** Every step is of one document: whoever changes the home of a dead instance first has it. */
export function createMongoDBInstances(db: MongoDBClient): InstanceStore {
  return {
    beat: ({ id, url }, forMs) =>
      db.run(async ({ instances, homes, now }) => {
        const time = await now();
        await instances.updateOne(
          { _id: id },
          { $set: { url, until: new Date(time + forMs) } },
          { upsert: true },
        );
        const all = await instances.find({}).toArray();
        for (const { _id, until } of all)
          if (until.getTime() < time - HOUR) {
            await homes.deleteMany({ instance: _id, note: '' });
            await instances.deleteOne({ _id, until });
          }
        const alive = all.filter(({ _id, until }) => _id !== id && until.getTime() > time);
        return alive.map((instance) => ({ id: instance._id, url: instance.url }));
      }),

    leave: (id) =>
      db.run(async ({ instances, homes }) => {
        await instances.deleteOne({ _id: id });
        await homes.deleteMany({ instance: id, note: '' });
      }),

    takeHome: (name, self) =>
      db.run(async ({ instances, homes, now }) => {
        for (;;) {
          const home = await homes.findOne({ _id: name });
          if (home?.instance === self.id) return { instance: self, note: home.note };
          if (!home) {
            await unlessDuplicate(homes.insertOne({ _id: name, instance: self.id, note: '' }));
            continue;
          }
          const holder = await instances.findOne({ _id: home.instance });
          if (holder && holder.until.getTime() > (await now()))
            return { instance: { id: holder._id, url: holder.url }, note: home.note };
          await homes.updateOne({ _id: name, instance: home.instance }, { $set: { instance: self.id } });
        }
      }),

    noteHome: (name, id, note) =>
      db.run(async ({ homes }) => {
        await homes.updateOne({ _id: name, instance: id }, { $set: { note } });
      }),
  };
}
