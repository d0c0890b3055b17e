import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, createBusListeners } from '../bus-listeners.ts';
import type { PostgresClient } from './postgres-client.ts';

/** Writes notify in their own transaction: whoever is told can read it. */
export const CHANNEL = 'tandem_sessions';

const MAX_NOTICE_BYTES = 7_000;
const PAUSE_MS = 200;

export interface PostgresBus extends Bus {
  /** What a write of this store says to the others. `userId` is JSON. */
  notice(row: { sessionId: string; userId: string }): string;
  close(): Promise<void>;
}

/** Tells the stores of other processes what was written. A connection of its own listens while anybody wants to know. */
export function createPostgresBus(db: PostgresClient): PostgresBus {
  const self = randomUUID();
  const listeners = createBusListeners(() => {
    listening = listen();
  });
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  function heard(text: string): void {
    const [from, sessionId, userId] = JSON.parse(text) as [string, string | null, string | undefined];
    if (from === self) return;
    if (sessionId === null) listeners.told(userId ?? '');
    else
      listeners.changed(
        userId === undefined ? undefined : { sessionId, userId: JSON.parse(userId) as string },
      );
  }

  async function listen(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      // What was said while nobody listened is lost, so everybody looks again after each start.
      await db
        .listen(CHANNEL, { heard, signal, started: () => listeners.changed(undefined) })
        .catch(() => {});
      if (!signal.aborted) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    notice({ sessionId, userId }) {
      const notice = JSON.stringify([self, sessionId, userId]);
      return Buffer.byteLength(notice) > MAX_NOTICE_BYTES ? JSON.stringify([self, sessionId]) : notice;
    },
    tell(text) {
      const notice = JSON.stringify([self, null, text]);
      if (Buffer.byteLength(notice) > MAX_NOTICE_BYTES) return;
      db.query('SELECT pg_notify($1, $2)', [CHANNEL, notice]).catch(() => {});
    },
    onTold: listeners.onTold,
    onOthersChange: listeners.onOthersChange,
    async close() {
      closing.abort();
      await listening;
    },
  };
}
