import type { ShareRows } from '../database/session-rows.ts';
import type { MongoDBClient } from './mongodb-client.ts';

/** Shares as documents of MongoDB. One whose session is gone is never found. */
export function createMongoDBShares(db: MongoDBClient): ShareRows {
  return {
    set: ({ sessionId, userKey }, { granteeKey, share }) =>
      db.run(async ({ sessions, shares }) => {
        if ((await sessions.countDocuments({ _id: sessionId, userKey })) === 0) return false;
        const _id = { session: sessionId, grantee: granteeKey };
        const $set = { session: sessionId, grantee: granteeKey, share };
        await shares.updateOne({ _id }, { $set }, { upsert: true });
        return true;
      }),
    remove: ({ sessionId }, granteeKey) =>
      db.run(async ({ shares }) => {
        const { deletedCount } = await shares.deleteOne({ session: sessionId, grantee: granteeKey });
        return deletedCount > 0;
      }),
    of: (session) =>
      db.run(async ({ shares }) => (await shares.find({ session }).toArray()).map(({ share }) => share)),
    with: ({ granteeKeys, sessionId, status, limit }) =>
      db.run(async ({ sessions, shares }) => {
        const found = await shares
          .find({
            grantee: { $in: [...granteeKeys] },
            ...(sessionId !== undefined && { session: sessionId }),
          })
          .toArray();
        const ids = [...new Set(found.map(({ session }) => session))];
        if (ids.length === 0) return [];
        const documents = await sessions
          .find(
            { _id: { $in: ids }, ...(status && { status }) },
            { projection: { userId: 1, summary: 1, updatedAt: 1 } },
          )
          .sort({ updatedAt: -1 })
          .limit(limit)
          .toArray();
        return documents.flatMap(({ _id, userId, summary }) =>
          found.filter(({ session }) => session === _id).map(({ share }) => ({ userId, summary, share })),
        );
      }),
  };
}
