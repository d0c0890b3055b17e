import { repeat } from '../lib/repeat.ts';
import type { Homes } from '../session/instances.ts';

/** A lease outlives its holder by 15 seconds at most: what a dead process left is resumed within half a minute. */
const EVERY_MS = 15_000;
/** In a database a lease ends this long after its instance counts as dead, at most. */
const LEASE_LEFT_MS = 3_000;

/** Resumes what dead processes left: about every 15 seconds, and soon after an instance is known to be dead. Returns how to stop. */
export function rescueLeft(rescue: () => Promise<void>, homes?: Homes): () => void {
  const rescuing = repeat(EVERY_MS, rescue);
  const stopHearing = homes?.onGone(() => void setTimeout(rescuing.now, LEASE_LEFT_MS).unref());
  return () => {
    rescuing.stop();
    stopHearing?.();
  };
}
