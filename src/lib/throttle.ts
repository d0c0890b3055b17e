/** Work that is asked for often and done at most every so often: the first time at once, then after a pause. */
export interface Throttle {
  request(): void;
  /** Do what was asked for, now. */
  flush(): void;
  cancel(): void;
}

export function createThrottle(gapMs: number, work: () => void): Throttle {
  let timer: NodeJS.Timeout | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    doneAt = performance.now();
    work();
  };
  return {
    request() {
      const rest = gapMs - (performance.now() - doneAt);
      if (rest <= 0) run();
      else timer ??= setTimeout(run, rest);
    },
    flush() {
      if (timer) run();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
