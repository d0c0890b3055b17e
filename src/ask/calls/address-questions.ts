import type { SessionKey } from '../../session/session-store.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { JournalEntry } from '../run/journal.ts';
import type { CallChanges } from './call-changes.ts';

/** Before questions are written: those for others can be found by them, and their pages are notified. */
export async function addressQuestions(
  sessions: Sessions,
  changes: CallChanges,
  key: SessionKey,
  entries: readonly JournalEntry[],
): Promise<void> {
  for (const entry of entries) {
    if (entry.op !== 'asked' || !entry.to) continue;
    await sessions.sharing.address(key, entry.to);
    changes.addressed(key.sessionId, entry.to);
  }
}
