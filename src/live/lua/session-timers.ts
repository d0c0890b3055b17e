const MAX_DELAY_MS = 2 ** 31 - 1;
/** A shorter interval would leave no time for anything else. */
const SHORTEST_INTERVAL = 10;

/** Timers of app code. They live outside the thread, so that a fired one is a call like any other. */
export function createSessionTimers(fire: (handle: number) => Promise<void>) {
  const running = new Map<number, NodeJS.Timeout>();
  const arm = (handle: number, ms: number, repeat: boolean) => {
    const timer = setTimeout(() => {
      if (!repeat) running.delete(handle);
      // Started again only when this one is done: slow ones must not pile up.
      const done = () => {
        if (repeat && running.get(handle) === timer) arm(handle, ms, repeat);
      };
      fire(handle).then(done, done);
    }, ms);
    timer.unref();
    running.set(handle, timer);
  };
  return {
    add(handle: number, ms: number, repeat: boolean): void {
      const least = repeat ? SHORTEST_INTERVAL : 0;
      arm(handle, Math.min(Math.max(Number.isFinite(ms) ? ms : 0, least), MAX_DELAY_MS), repeat);
    },
    clear(handle: number): void {
      clearTimeout(running.get(handle));
      running.delete(handle);
    },
    clearAll(): void {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    },
  };
}
