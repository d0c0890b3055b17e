export interface FollowOptions {
  /** A store notifies nobody, so what other processes write is looked for this often. */
  everyMs: number;
  /** Notifies of changes in this process. */
  onChange?(listener: () => void): () => void;
}

/** Why a follower looks: it has begun, this process changed something, or another one may have. */
export type LookReason = 'start' | 'change' | 'interval';

/**
 * Call `look` now, after every change in this process, and from time to time for changes by other processes. Looks run
 * one at a time; a change during a look leads to another one. A look that fails is repeated the next time. Returns how
 * to stop.
 */
export function followChanges(
  look: (reason: LookReason) => Promise<void>,
  options: FollowOptions,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    for (let reason: LookReason = 'start'; !signal.aborted; ) {
      // Before looking: a change during the look must not be missed.
      const next = nextChange(options, signal);
      try {
        await look(reason).catch(() => {});
        reason = await next.happened;
      } finally {
        next.stop();
      }
    }
  }
  void run();
  return () => stopping.abort();
}

/** The next change in this process, or the time to look for those of other processes. */
export function nextChange(
  { everyMs, onChange }: FollowOptions,
  signal?: AbortSignal,
): { happened: Promise<'change' | 'interval'>; stop(): void } {
  let stop = () => {};
  const happened = new Promise<'change' | 'interval'>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve('interval');
    };
    const stopListening = onChange?.(() => resolve('change'));
    const timer = setTimeout(end, everyMs);
    signal?.addEventListener('abort', end, { once: true });
    stop = () => {
      stopListening?.();
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
  });
  return { happened, stop: () => stop() };
}
