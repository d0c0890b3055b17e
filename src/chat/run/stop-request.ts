import { TandemError } from '../../errors.ts';
import { followChanges } from '../../lib/follow-changes.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { SessionKey, SessionStore } from '../../session/session-store.ts';

/* A run is stopped by the process that holds it. Another process leaves a stop request in the conversation's record. */

const LOOK_MS = 500;
const MAX_TRIES = 20;

export async function requestStop(store: SessionStore, key: SessionKey, reason: string): Promise<void> {
  await change(store, key, ({ data }) => ({ ...data, stop: reason }));
}

/** A new run must not be stopped by a request that was meant for an earlier one. */
export async function clearStopRequest(store: SessionStore, key: SessionKey): Promise<void> {
  await change(store, key, ({ data: { stop, ...data } }) => (stop === undefined ? undefined : data));
}

/** Look for a stop request while the run lasts. Returns how to stop looking. */
export function onStopRequest(
  store: SessionStore,
  key: SessionKey,
  stop: (reason: string) => void,
): () => void {
  const look = async () => {
    const reason = (await store.get(key))?.data.stop;
    if (typeof reason === 'string') stop(reason);
  };
  // A store that cannot be read now is looked at again; the run itself will say what is wrong with it.
  return followChanges(look, { everyMs: LOOK_MS });
}

async function change(
  store: SessionStore,
  key: SessionKey,
  toData: (record: SessionRecord) => SessionRecord['data'] | undefined,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const record = await store.get(key);
    const data = record && toData(record);
    if (!record || !data) return;
    try {
      await store.save({ ...record, data });
      return;
    } catch (error) {
      if (!(error instanceof TandemError && error.code === 'conflict')) throw error;
    }
  }
  throw new TandemError('busy', 'The conversation is being changed by another process; try again.');
}
