import type { EventLog } from '../../session/event-log.ts';
import { type MongoDBClient, unlessDuplicate } from './mongodb-client.ts';

export function createMongoDBEvents(db: MongoDBClient): EventLog {
  return {
    append: (logged) =>
      db.run(async ({ events, now }) => {
        const at = new Date(await now());
        const documents = logged.map(({ stream, number, text }) => ({
          _id: { stream, number },
          ...{ stream, number, text, at },
        }));
        await unlessDuplicate(events.insertMany(documents, { ordered: false }));
      }),
    read: (stream) =>
      db.run(async ({ events }) => {
        const found = await events.find({ stream }).sort({ number: 1 }).toArray();
        return found.map(({ number, text }) => ({ stream, number, text }));
      }),
    forget: (olderThanMs) =>
      db.run(async ({ events, now }) => {
        await events.deleteMany({ at: { $lt: new Date((await now()) - olderThanMs) } });
      }),
  };
}
