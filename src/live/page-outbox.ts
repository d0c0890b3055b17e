import type { VariableMessage } from './lua/live-runtime.ts';

/** Bursts from timers and runs are joined; the first of them goes out at once. */
const GAP_MS = 10;

/** What waits to be sent to one page. */
export interface PageOutbox {
  add(messages: readonly VariableMessage[]): void;
  /** Send what waits, now. */
  flush(): void;
  close(): void;
}

export function createPageOutbox(send: (text: string) => void): PageOutbox {
  let waiting: VariableMessage[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const text = JSON.stringify(waiting);
    waiting = [];
    sentAt = performance.now();
    send(text);
  };

  return {
    add(messages) {
      if (closed) return;
      // One by one: as arguments, a large page's messages would overflow the stack.
      for (const message of messages) waiting.push(message);
      const rest = GAP_MS - (performance.now() - sentAt);
      if (rest <= 0) flush();
      else timer ??= setTimeout(flush, rest);
    },
    flush,
    close() {
      closed = true;
      clearTimeout(timer);
      waiting = [];
    },
  };
}
