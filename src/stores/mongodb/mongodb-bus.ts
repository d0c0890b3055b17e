import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStream } from 'mongodb';
import { type Bus, createBusListeners } from '../bus-listeners.ts';
import type { BusNotice, MongoDBClient } from './mongodb-client.ts';

const POLL_MS = 500;
/** Notices of instances with other estimates of the server's clock come late. */
const LATE_MS = 3_000;

export interface MongoDBBus extends Bus {
  /** Says to the others what was written. Not waited for: it is a hint, and they look at intervals, too. */
  notice(row: { sessionId: string; userId: string }): void;
  close(): Promise<void>;
}

/**
 * Tells the stores of other processes what was written, by documents that disappear after a minute. They are heard by a
 * change stream where there is a replica set, and looked for otherwise.
 */
export function createMongoDBBus(db: MongoDBClient): MongoDBBus {
  const self = randomUUID();
  const listeners = createBusListeners(() => {
    listening = listen();
  });
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  function heard({ from, session, user, text }: BusNotice): void {
    if (from === self) return;
    if (text !== undefined) listeners.told(text);
    else if (session !== undefined && user !== undefined)
      listeners.changed({ sessionId: session, userId: JSON.parse(user) as string });
  }

  function send(said: Pick<BusNotice, 'session' | 'user' | 'text'>): void {
    if (closing.signal.aborted) return;
    db.run(async ({ notices, now }) => {
      await notices.insertOne({ _id: randomUUID(), from: self, at: new Date(await now()), ...said });
    }).catch(() => {});
  }

  async function follow(): Promise<void> {
    let stream: ChangeStream<BusNotice> | undefined;
    const stop = () => void stream?.close().catch(() => {});
    closing.signal.addEventListener('abort', stop);
    try {
      await db.run(async ({ notices }) => {
        stream = notices.watch<BusNotice>([{ $match: { operationType: 'insert' } }]);
        // Sends the request; without it the stream begins when the first change is asked for.
        await stream.tryNext();
        listeners.changed(undefined);
        for await (const change of stream) if (change.operationType === 'insert') heard(change.fullDocument);
      });
    } finally {
      closing.signal.removeEventListener('abort', stop);
    }
  }

  async function poll(): Promise<void> {
    const { signal } = closing;
    let seen = new Map<string, number>();
    let since = await db.run(({ now }) => now());
    listeners.changed(undefined);
    while (!signal.aborted) {
      await db.run(async ({ notices, now }) => {
        const time = await now();
        const news = await notices.find({ at: { $gte: new Date(since - LATE_MS) } }).toArray();
        for (const notice of news.sort((a, b) => a.at.getTime() - b.at.getTime()))
          if (!seen.has(notice._id)) heard(notice);
        seen = new Map(news.map(({ _id, at }) => [_id, at.getTime()]));
        since = time;
      });
      await sleep(POLL_MS * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
    }
  }

  async function listen(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      // What was said while nobody listened is lost, so everybody looks again after each start.
      const hasStream = await db.run(({ hasChangeStreams }) => hasChangeStreams()).catch(() => false);
      await (hasStream ? follow() : poll()).catch(() => {});
      if (!signal.aborted) await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    notice: ({ sessionId, userId }) => send({ session: sessionId, user: userId }),
    tell: (text) => send({ text }),
    onOthersChange: listeners.onOthersChange,
    onTold: listeners.onTold,
    async close() {
      closing.abort();
      await listening;
    },
  };
}
