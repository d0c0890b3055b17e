import { TandemError } from '../../errors.ts';

/** Other processes may work on the same calls; a store tells nobody. */
const LOOK_AGAIN_MS = 500;

/** Look until it is done: at every change in this process, and now and then for those of others. */
export async function whileWaiting<T>(
  look: () => Promise<T>,
  isDone: (seen: T) => boolean,
  onChange: (listener: () => void) => () => void,
  { signal, waitMs }: { signal?: AbortSignal | undefined; waitMs?: number | undefined } = {},
): Promise<T> {
  const end = waitMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + waitMs;
  for (;;) {
    // Before looking: a change between the look and the wait must not be missed.
    const next = nextChange(onChange, Math.max(0, Math.min(LOOK_AGAIN_MS, end - performance.now())), signal);
    try {
      const seen = await look();
      if (isDone(seen) || performance.now() >= end) return seen;
      await next.happened;
    } finally {
      next.stop();
    }
    if (signal?.aborted)
      throw new TandemError('cancelled', 'Waiting was cancelled; the call itself goes on.');
  }
}

function nextChange(
  onChange: (listener: () => void) => () => void,
  ms: number,
  signal: AbortSignal | undefined,
): { happened: Promise<void>; stop(): void } {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  const stopListening = onChange(happen);
  const timer = setTimeout(happen, ms);
  signal?.addEventListener('abort', happen, { once: true });
  return {
    happened,
    stop() {
      stopListening();
      clearTimeout(timer);
      signal?.removeEventListener('abort', happen);
    },
  };
}
