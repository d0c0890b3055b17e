import { TandemError } from '../../errors.ts';
import { nextChange } from '../../lib/follow-changes.ts';

const LOOK_AGAIN_MS = 500;

/** Poll until done: after every change in this process, and regularly for changes of other processes. */
export async function whileWaiting<T>(
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  onChange: (listener: () => void) => () => void,
  { signal, waitMs }: { signal?: AbortSignal | undefined; waitMs?: number | undefined } = {},
): Promise<T> {
  const end = waitMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + waitMs;
  for (;;) {
    // Before looking: a change between the look and the wait must not be missed.
    const everyMs = Math.max(0, Math.min(LOOK_AGAIN_MS, end - performance.now()));
    const next = nextChange({ everyMs, onChange }, signal);
    try {
      const seen = await look();
      if (isDone(seen) || performance.now() >= end) return seen;
      await next.happened;
    } finally {
      next.stop();
    }
    if (signal?.aborted)
      throw new TandemError('cancelled', 'Waiting was cancelled; the call itself continues.');
  }
}
