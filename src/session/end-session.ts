import { TandemError } from '../errors.ts';
import type { LogEntry, SessionRecord } from './session-record.ts';
import type { SessionKey, SessionStore } from './session-store.ts';

/** Closes a session whoever works on it, and says in its record and its history who did. */
export async function endSession(
  store: SessionStore,
  key: SessionKey,
  entry: LogEntry,
): Promise<{ record: SessionRecord | undefined; isNew: boolean }> {
  for (;;) {
    const before = await store.get(key);
    if (!before || before.status === 'closed') return { record: before, isNew: false };
    try {
      const record = await store.save({ ...before, status: 'closed', endedBy: entry.actor.name });
      await store.appendLog(record, [entry]);
      return { record, isNew: true };
    } catch (error) {
      if (!isSaveConflict(error)) throw error;
    }
  }
}

export function isSaveConflict(error: unknown): boolean {
  return error instanceof TandemError && error.code === 'conflict';
}
