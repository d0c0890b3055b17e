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
  const sending = createThrottle(GAP_MS, () => {
    const text = JSON.stringify(waiting);
    waiting = [];
    send(text);
  });
  return {
    add(messages) {
      if (messages.length === 0) return;
      waiting.push(...messages);
      sending.request();
    },
    flush: () => sending.flush(),
    close: () => sending.cancel(),
  };
}
