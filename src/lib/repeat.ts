/**
 * Runs `work` about every `ms`, not at the same time as other processes that started together, and never twice at a time.
 * Does not keep the process alive. `now` runs it at once.
 */
export function repeat(ms: number, work: () => Promise<void>): { now(): void; stop(): void } {
  let isRunning = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(now, ms * (0.75 + Math.random() / 2)).unref();
  };
  const now = () => {
    if (isStopped || isRunning) return;
    isRunning = true;
    void work().finally(() => {
      isRunning = false;
      later();
    });
  };
  later();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
