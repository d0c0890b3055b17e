import type { SessionRecord } from './session-record.ts';
import type { SessionStore } from './session-store.ts';

/** A user's sessions with exactly this description, newest first. */
export async function* findDescribed(
  store: SessionStore,
  { userId }: { userId: string },
  { kind, description }: { kind: string; description: string },
): AsyncGenerator<SessionRecord> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ userId, kind, query: description, limit: 200, cursor });
    for (const session of page.sessions) {
      if (session.description !== description) continue;
      const record = await store.get({ sessionId: session.sessionId, userId });
      if (record) yield record;
    }
    cursor = page.cursor;
  } while (cursor);
}
