import type { RowKey, SessionRows, WriteMark } from '../database/session-rows.ts';
import { createMongoDBBus } from './mongodb-bus.ts';
import { type MongoCollections, type MongoDBClient, unlessDuplicate } from './mongodb-client.ts';
import { createMongoDBEvents } from './mongodb-events.ts';
import { createMongoDBInstances } from './mongodb-instances.ts';
import { createMongoDBShares } from './mongodb-shares.ts';

const NEVER = new Date(0);

/**
 * Sessions as documents of MongoDB. Every write is of one document, so neither transactions nor a replica set are
 * needed. Entries of a history are added where the last ones end, and their place is their id: of two writers at one
 * place one fails and looks again. A new holder of a dead one's lease takes the next place with an empty batch, so
 * that what the dead one writes later fails, and its look tells it that it has lost the lease.
 */
export function createMongoDBRows(db: MongoDBClient): SessionRows {
  const bus = createMongoDBBus(db);
  /** Where the history of a leased session ends: nobody else adds to it. */
  const ends = new Map<string, { token: string; place: Place }>();

  async function isHeld(
    { sessions }: MongoCollections,
    { sessionId, userKey }: RowKey,
    token: string | null,
  ) {
    const held = token === null ? {} : { leaseToken: Number(token) };
    return (
      (await sessions.findOne({ _id: sessionId, userKey, ...held }, { projection: { _id: 1 } })) !== null
    );
  }

  return {
    insert: ({ sessionId, ...row }) =>
      db.run(async ({ sessions }) => {
        const lease = { leaseToken: 0, leaseOwner: '', leaseUntil: NEVER };
        await unlessDuplicate(sessions.insertOne({ _id: sessionId, ...row, ...lease }));
        bus.notice({ sessionId, userId: row.userId });
      }),

    find: ({ sessionId, userKey }) =>
      db.run(async ({ sessions }) => {
        const found = await sessions.findOne({ _id: sessionId, userKey }, { projection: { record: 1 } });
        return found?.record;
      }),

    replace: ({ sessionId, userKey, userId, ...row }, { id, leaseToken }) =>
      db.run(async ({ sessions }) => {
        const filter = {
          _id: sessionId,
          userKey,
          ...(leaseToken !== null && { leaseToken: Number(leaseToken) }),
          $or: [{ rev: row.rev - 1 }, { rev: row.rev, saveId: id }],
        };
        const { matchedCount } = await sessions.updateOne(filter, { $set: { ...row, saveId: id } });
        if (matchedCount > 0) bus.notice({ sessionId, userId });
        return matchedCount > 0;
      }),

    list: ({ userKey, status, kinds, after, limit }) =>
      db.run(async ({ sessions }) => {
        const filter = {
          ...(userKey !== undefined && { userKey }),
          ...(status && { status }),
          ...(kinds && { kind: { $in: [...kinds] } }),
          ...(after && {
            $or: [
              { updatedAt: { $lt: after.updatedAt } },
              { updatedAt: after.updatedAt, _id: { $gt: after.sessionId } },
            ],
          }),
        };
        const found = sessions.find(filter, { projection: { summary: 1, userId: 1 } });
        const documents = await found.sort({ updatedAt: -1, _id: 1 }).limit(limit).batchSize(limit).toArray();
        return documents.map(({ summary, userId }) => ({ summary, userId }));
      }),

    countOpen: (userKey, kinds) =>
      db.run(({ sessions }) =>
        sessions.countDocuments({ userKey, status: 'open', kind: { $in: [...kinds] } }),
      ),

    users: () => db.run(({ sessions }) => sessions.distinct('userId')),

    append: (key, batch, mark) =>
      db.run(async (collections) => {
        const { sessionId } = key;
        const known = ends.get(sessionId);
        // Whoever knows where the history ends, because it had the lease then, may try without looking.
        let place = known !== undefined && known.token === mark.leaseToken ? known.place : undefined;
        for (;;) {
          if (place === undefined) {
            // In this order: a lease that is lost after the second look has a mark at the place of the first.
            place = await endOf(collections, sessionId);
            if (!(await isHeld(collections, key, mark.leaseToken))) return false;
          }
          if (await addAt(collections, sessionId, place, batch, mark)) break;
          ends.delete(sessionId);
          place = undefined;
        }
        const next = { first: place.first + batch.length, part: 0 };
        if (mark.leaseToken !== null) ends.set(sessionId, { token: mark.leaseToken, place: next });
        bus.notice(key);
        return true;
      }),

    readLog: (session, { after, limit }) =>
      db.run(async ({ log }) => {
        const end = limit === undefined ? {} : { $lt: after + limit };
        // A batch that begins before `after` may reach beyond it.
        const start = await log
          .find({ session, first: { $lte: after }, length: { $gt: 0 } }, { projection: { first: 1 } })
          .sort({ first: -1 })
          .limit(1)
          .toArray();
        const filter = { session, first: { $gte: start[0]?.first ?? after, ...end }, length: { $gt: 0 } };
        const documents = await log.find(filter).sort({ first: 1 }).toArray();
        return documents.map(({ first, entries }) => ({ first, entries }));
      }),

    readParts: (session, { before, after, limit }) =>
      db.run(async ({ log }) => {
        const isOn = after !== undefined;
        const place = isOn
          ? { first: { $gt: after } }
          : before === undefined
            ? {}
            : { first: { $lt: before } };
        const found = log.find({ session, length: { $gt: 0 }, ...place });
        const documents = await found
          .sort({ first: isOn ? 1 : -1 })
          .limit(limit)
          .toArray();
        if (!isOn) documents.reverse();
        return documents.map(({ first, entries }) => ({ first, entries }));
      }),

    openBefore: ({ updatedAt, kinds, userKey }) =>
      db.run(async ({ sessions }) => {
        const filter = {
          status: 'open',
          updatedAt: { $lt: updatedAt },
          kind: { $in: [...kinds] },
          ...(userKey !== undefined && { userKey }),
        };
        const found = await sessions.find(filter, { projection: { record: 1 } }).toArray();
        return found.map(({ record }) => record);
      }),

    removeEnded: ({ updatedAt, userKey, kinds, exceptKinds }) =>
      db.run(async ({ sessions, log, shares }) => {
        const filter = {
          status: { $ne: 'open' },
          updatedAt: { $lt: updatedAt },
          kind: { ...(kinds && { $in: [...kinds] }), $nin: [...exceptKinds] },
          ...(userKey !== undefined && { userKey }),
        };
        const ended = await sessions.find(filter, { projection: { userId: 1, kind: 1 } }).toArray();
        const removed: { sessionId: string; userId: string; kind: string }[] = [];
        for (const { _id, userId, kind } of ended) {
          // The history first: what a kill leaves is found again as long as its session is there.
          if ((await sessions.countDocuments({ ...filter, _id })) === 0) continue;
          await log.deleteMany({ session: _id });
          await shares.deleteMany({ session: _id });
          const { deletedCount } = await sessions.deleteOne({ ...filter, _id });
          if (deletedCount > 0) removed.push({ sessionId: _id, userId, kind });
        }
        return removed;
      }),

    remove: (sessionId) =>
      db.run(async ({ sessions, log }) => {
        await log.deleteMany({ session: sessionId });
        await sessions.deleteOne({ _id: sessionId });
      }),

    takeLease: ({ sessionId, userKey }, { owner, forMs }) =>
      db.run(async (collections) => {
        const { sessions } = collections;
        const now = await collections.now();
        const before = await sessions.findOneAndUpdate(
          { _id: sessionId, userKey, leaseUntil: { $lt: new Date(now) } },
          { $inc: { leaseToken: 1 }, $set: { leaseOwner: owner, leaseUntil: new Date(now + forMs) } },
          { returnDocument: 'before', projection: leaseOf },
        );
        if (before) {
          if (before.leaseUntil.getTime() !== NEVER.getTime()) await takePlace(collections, sessionId);
          return { token: String(before.leaseToken + 1) };
        }
        const holder = await sessions.findOne({ _id: sessionId, userKey }, { projection: leaseOf });
        return holder ? { heldBy: holder.leaseOwner } : undefined;
      }),

    prolongLeases: (held, forMs) =>
      db.run(async ({ sessions, now }) => {
        const leaseUntil = new Date((await now()) + forMs);
        const each = held.map(async ({ sessionId, token }) => {
          const filter = { _id: sessionId, leaseToken: Number(token), leaseUntil: { $gt: NEVER } };
          const { matchedCount } = await sessions.updateOne(filter, { $set: { leaseUntil } });
          return matchedCount > 0 ? [{ sessionId, token }] : [];
        });
        return (await Promise.all(each)).flat();
      }),

    releaseLease: ({ sessionId, token }) =>
      db.run(async ({ sessions }) => {
        ends.delete(sessionId);
        const filter = { _id: sessionId, leaseToken: Number(token) };
        await sessions.updateOne(filter, { $set: { leaseUntil: NEVER } });
      }),

    abandoned: (kinds) =>
      db.run(async ({ sessions, now }) => {
        const filter = {
          status: 'open',
          kind: { $in: [...kinds] },
          leaseUntil: { $gt: NEVER, $lt: new Date(await now()) },
        };
        const found = await sessions.find(filter, { projection: { userId: 1 } }).toArray();
        return found.map(({ _id, userId }) => ({ sessionId: _id, userId }));
      }),

    madeOnce: (name, value) =>
      db.run(async ({ values }) => {
        await unlessDuplicate(values.insertOne({ _id: name, value }));
        return (await values.findOne({ _id: name }))?.value ?? value;
      }),

    shares: createMongoDBShares(db),
    useOnce: (name, { id, forMs }) =>
      db.run(async ({ values, now }) => {
        const until = new Date((await now()) + forMs);
        if (await unlessDuplicate(values.insertOne({ _id: name, value: id, until }))) return true;
        return (await values.countDocuments({ _id: name, value: id })) > 0;
      }),

    instances: createMongoDBInstances(db),
    events: createMongoDBEvents(db),

    onOthersChange: bus.onOthersChange,
    tell: bus.tell,
    onTold: bus.onTold,

    async close() {
      await bus.close();
      await db.close();
    },
  };
}

const leaseOf = { leaseToken: 1, leaseOwner: 1, leaseUntil: 1 };

/** Empty batches have the `first` of the entries that follow; `part` tells them apart. */
interface Place {
  first: number;
  part: number;
}

async function endOf({ log }: MongoCollections, session: string): Promise<Place> {
  const [last] = await log
    .find({ session }, { projection: { first: 1, length: 1, _id: 1 } })
    .sort({ first: -1, _id: -1 })
    .limit(1)
    .toArray();
  if (!last) return { first: 0, part: 0 };
  return last.length > 0
    ? { first: last.first + last.length, part: 0 }
    : { first: last.first, part: last._id.part + 1 };
}

/** False if the place is taken by another. */
async function addAt(
  { log }: MongoCollections,
  sessionId: string,
  { first, part }: Place,
  { length, entries }: { length: number; entries: string },
  { id }: Pick<WriteMark, 'id'>,
): Promise<boolean> {
  const _id = { session: sessionId, first, part };
  const document = { _id, session: sessionId, first, length, appendId: id, entries };
  if (await unlessDuplicate(log.insertOne(document))) return true;
  // The driver repeats an insert when the connection is lost: then the one that is there is ours.
  return (await log.countDocuments({ _id, appendId: id })) > 0;
}

async function takePlace(collections: MongoCollections, sessionId: string): Promise<void> {
  for (;;) {
    const place = await endOf(collections, sessionId);
    if (await addAt(collections, sessionId, place, { length: 0, entries: '[]' }, { id: '' })) return;
  }
}
