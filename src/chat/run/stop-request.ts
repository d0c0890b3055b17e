import { TandemError } from '../../errors.ts';
import { followChanges } from '../../lib/follow-changes.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { SessionKey } from '../../session/session-store.ts';
import type { Sessions } from '../../session/sessions.ts';
import { whoEnded } from '../../session/who-ended.ts';

/* A run is stopped by the process that holds it. Another process leaves a stop request in the conversation's record. */

const LOOK_MS = 500;
const MAX_TRIES = 20;

export async function requestStop(sessions: Sessions, key: SessionKey, reason: string): Promise<void> {
  await change(sessions, key, ({ data }) => ({ ...data, stop: reason }));
}

/** A new run must not be stopped by a request that was meant for an earlier one. */
export async function clearStopRequest(sessions: Sessions, key: SessionKey): Promise<void> {
  await change(sessions, key, ({ data: { stop, ...data } }) => (stop === undefined ? undefined : data));
}

/** Checks for a stop request during the run. Returns a function that stops checking. */
export function onStopRequest(
  sessions: Sessions,
  key: SessionKey,
  stop: (reason: string) => void,
): () => void {
  const look = async () => {
    const record = await sessions.find(key);
    const reason = record && (whoEnded(record) ?? record.data.stop);
    if (typeof reason === 'string') stop(reason);
  };
  // A store that cannot be read now is read again later; the run itself will report the problem.
  return followChanges(look, {
    everyMs: LOOK_MS,
    onChange: (listener) => sessions.onOthersChange(key, listener),
  });
}

async function change(
  sessions: Sessions,
  key: SessionKey,
  toData: (record: SessionRecord) => SessionRecord['data'] | undefined,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const record = await sessions.find(key);
    const data = record && toData(record);
    if (!record || !data) return;
    try {
      await sessions.save({ ...record, data });
      return;
    } catch (error) {
      if (!(error instanceof TandemError && error.code === 'conflict')) throw error;
    }
  }
  throw new TandemError('busy', 'The conversation is being changed by another process; try again.');
}
