import { createThrottle } from '../lib/throttle.ts';
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
  let closed = false;
  const sending = createThrottle(GAP_MS, () => {
    const text = JSON.stringify(waiting);
    waiting = [];
    send(text);
  });
  return {
    add(messages) {
      if (closed || messages.length === 0) return;
      // One by one: as arguments, a large page's messages would overflow the stack.
      for (const message of messages) waiting.push(message);
      sending.request();
    },
    flush: () => sending.flush(),
    close() {
      closed = true;
      sending.cancel();
      waiting = [];
    },
  };
}
