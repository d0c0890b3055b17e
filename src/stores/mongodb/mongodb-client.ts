import type { Collection, Db, Document, MongoClient } from 'mongodb';
import { TandemError } from '../../errors.ts';

const PATIENCE_MS = 5_000;
/** Two clocks drift apart by far less than a lease in this time. */
const CLOCK_MS = 60_000;

/** A session as a document. The record is text, because not everything in JSON can be BSON. */
export interface SessionDocument extends Document {
  _id: string;
  userKey: string;
  userId: string;
  kind: string;
  status: string;
  updatedAt: string;
  rev: number;
  saveId?: string;
  summary: string;
  record: string;
  leaseToken: number;
  leaseOwner: string;
  leaseUntil: Date;
}

/** Some entries of a session's history. Its place is its id, so two can never have the same. */
export interface LogDocument extends Document {
  _id: { session: string; first: number; part: number };
  session: string;
  first: number;
  /** Zero for a mark that only takes its place. */
  length: number;
  appendId: string;
  entries: string;
}

/** A session opened to somebody; the share itself is JSON. */
export interface ShareDocument extends Document {
  _id: { session: string; grantee: string };
  session: string;
  grantee: string;
  share: string;
}

/** What one instance says to the others. */
export interface BusNotice extends Document {
  _id: string;
  from: string;
  at: Date;
  /** Which session was written, and whose (as JSON). */
  session?: string;
  user?: string;
  text?: string;
}

/** See `EventLog`. */
export interface EventDocument extends Document {
  _id: { stream: string; number: number };
  stream: string;
  number: number;
  text: string;
  at: Date;
}

export interface MongoCollections {
  sessions: Collection<SessionDocument>;
  shares: Collection<ShareDocument>;
  log: Collection<LogDocument>;
  values: Collection<{ _id: string; value: string; until?: Date }>;
  instances: Collection<{ _id: string; url: string; until: Date }>;
  homes: Collection<{ _id: string; instance: string; note: string }>;
  notices: Collection<BusNotice>;
  events: Collection<EventDocument>;
  /** Whether the server has them: replica sets and sharded clusters do. */
  hasChangeStreams(): Promise<boolean>;
  /** The time by the server's clock, which is the same for all instances. */
  now(): Promise<number>;
}

export interface MongoDBClient {
  /** Runs `work`, with failures of the connection in words. */
  run<T>(work: (collections: MongoCollections) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createMongoDBClient(options: {
  url: string;
  database: string | undefined;
  collection: string;
}): MongoDBClient {
  let opening: Promise<{ client: MongoClient; collections: MongoCollections }> | undefined;
  let closed = false;

  async function open() {
    const { MongoClient } = await loadMongoDB();
    const client = new MongoClient(options.url, {
      appName: 'tandem',
      serverSelectionTimeoutMS: PATIENCE_MS,
    });
    const collections = toCollections(client.db(options.database), options.collection);
    await Promise.all([
      collections.sessions.createIndex({ userKey: 1, updatedAt: -1, _id: 1 }),
      collections.sessions.createIndex({ updatedAt: -1, _id: 1 }),
      collections.sessions.createIndex({ status: 1, updatedAt: 1 }),
      collections.log.createIndex({ session: 1, first: 1 }),
      collections.shares.createIndex({ grantee: 1 }),
      collections.shares.createIndex({ session: 1 }),
      collections.values.createIndex({ until: 1 }, { expireAfterSeconds: 0 }),
      collections.notices.createIndex({ at: 1 }, { expireAfterSeconds: 60 }),
      collections.events.createIndex({ stream: 1, number: 1 }),
      collections.events.createIndex({ at: 1 }),
    ]);
    return { client, collections };
  }

  return {
    async run(work) {
      if (closed) throw new TandemError('ended', 'The session store has been closed.');
      try {
        opening ??= open();
        const { collections } = await opening.catch((error: unknown) => {
          opening = undefined;
          throw error;
        });
        return await work(collections);
      } catch (error) {
        throw inWords(error);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await (await opening?.catch(() => undefined))?.client.close();
    },
  };
}

function toCollections(db: Db, collection: string): MongoCollections {
  return {
    sessions: db.collection(collection),
    shares: db.collection(`${collection}_shares`),
    log: db.collection(`${collection}_log`),
    values: db.collection(`${collection}_values`),
    instances: db.collection(`${collection}_instances`),
    homes: db.collection(`${collection}_homes`),
    notices: db.collection(`${collection}_notices`),
    events: db.collection(`${collection}_events`),
    async hasChangeStreams() {
      const { setName, msg } = await db.command({ hello: 1 });
      return setName !== undefined || msg === 'isdbgrid';
    },
    now: createServerClock(async () => (await db.command({ hello: 1 })).localTime as Date),
  };
}

/** Asks now and then, and counts on its own in between. */
function createServerClock(ask: () => Promise<Date>): () => Promise<number> {
  let ahead = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const before = performance.now();
    if (before - askedAt > CLOCK_MS) {
      ahead = (await ask()).getTime() - (before + performance.now()) / 2;
      askedAt = before;
    }
    return performance.now() + ahead;
  };
}

/** Loaded when first used: `mongodb` is an optional peer. */
async function loadMongoDB(): Promise<typeof import('mongodb')> {
  try {
    return await import('mongodb');
  } catch (cause) {
    throw new TandemError(
      'invalid_config',
      'Sessions in MongoDB need the package "mongodb". Install it next to Tandem: npm install mongodb',
      { cause },
    );
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof TandemError || !(error instanceof Error) || !error.name.startsWith('Mongo'))
    return error;
  const reason = (error.message.split('\n')[0] ?? '').replace(/\.$/, '');
  const what =
    error.name === 'MongoServerError'
      ? `refused: ${reason}. Check mcp.session.store and the rights of its user`
      : `cannot be reached: ${reason}. Try again when it is back`;
  return new TandemError('unavailable', `The session store (MongoDB) ${what}.`, { cause: error });
}

/** False if there is a document of that id already. */
export async function unlessDuplicate(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    // By its words: databases that speak MongoDB's protocol have codes of their own.
    if (error instanceof Error && /\bduplicate key\b/i.test(error.message)) return false;
    throw error;
  }
}
