import { setTimeout as sleep } from 'node:timers/promises';
import { TandemError } from '../errors.ts';
import type { SessionRecord } from './session-record.ts';
import type { Sessions } from './sessions.ts';
import { whoEnded } from './who-ended.ts';

/** Servers that hear of the end settle it themselves, with what their tools have to clean up. */
const HEARING_MS = 2_000;
const LOOK_MS = 50;
const LEASE_MS = 3_000;

/**
 * For a program that ends sessions and runs none: waits for the servers that run them, and settles what none of them
 * has. Returns those that a server still works on; it stops when it looks at them again.
 */
export async function settleEnded(
  sessions: Sessions,
  ended: readonly SessionRecord[],
  { waitMs = sessions.hearsOthers ? HEARING_MS : 0 }: { waitMs?: number } = {},
): Promise<SessionRecord[]> {
  const busy: SessionRecord[] = [];
  const giveUpAt = Date.now() + waitMs;
  for (const record of ended) {
    while (Date.now() < giveUpAt && (await missing(sessions, record)).length > 0) await sleep(LOOK_MS);
    if ((await missing(sessions, record)).length === 0) continue;
    if (!(await settle(sessions, record))) busy.push(record);
  }
  return busy;
}

async function missing(sessions: Sessions, record: SessionRecord) {
  const { toEnding } = sessions.kind(record.kind) ?? {};
  const reason = whoEnded(record) ?? 'The session was closed.';
  return toEnding?.(record, await sessions.history(record), reason) ?? [];
}

async function settle(sessions: Sessions, record: SessionRecord): Promise<boolean> {
  try {
    const lease = await sessions.lease(record, { waitMs: LEASE_MS });
    try {
      await sessions.append(record, await missing(sessions, record));
    } finally {
      await lease.release();
    }
    return true;
  } catch (error) {
    if (error instanceof TandemError && error.code === 'busy') return false;
    throw error;
  }
}
