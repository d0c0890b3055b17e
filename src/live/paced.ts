/** Work that is asked for in bursts: the first time it is done at once, then at most once per gap. */
export interface Paced {
  ask(): void;
  close(): void;
}

export function createPaced(work: () => void, gapMs: number): Paced {
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;
  let closed = false;
  const due = () => {
    timer = undefined;
    if (!isAsked) return;
    isAsked = false;
    ask();
  };
  const ask = () => {
    if (closed) return;
    if (timer) {
      isAsked = true;
      return;
    }
    timer = setTimeout(due, gapMs);
    timer.unref();
    work();
  };
  return {
    ask,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
