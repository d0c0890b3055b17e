import { createThrottle } from '../lib/throttle.ts';
import type { LiveMessage } from '../protocol/live-messages.ts';

/** Bursts from timers and runs are joined; the first of them goes out at once. */
const GAP_MS = 10;
const KEPT_FRAMES = 1024;

/** What waits to be sent to one page. */
export interface PageOutbox {
  /** `sequence`: the number of the push that they are from. */
  add(messages: readonly LiveMessage[], sequence?: number): void;
  /** The last push that was in the first `frames` frames; undefined where so many were never sent. */
  sequenceIn(frames: number): number | undefined;
  /** Send what waits, now. */
  flush(): void;
  close(): void;
}

export function createPageOutbox(send: (text: string) => void): PageOutbox {
  let waiting: LiveMessage[] = [];
  let newest = 0;
  let frames = 0;
  /** By frame, the newest of them only: a page that is further behind counts as having seen nothing of them. */
  const sequences: number[] = [];
  let closed = false;
  const sending = createThrottle(GAP_MS, () => {
    const text = JSON.stringify(waiting);
    waiting = [];
    sequences[frames++ % KEPT_FRAMES] = newest;
    send(text);
  });
  return {
    add(messages, sequence = newest) {
      newest = Math.max(newest, sequence);
      if (closed || messages.length === 0) return;
      // One by one: as arguments, a large page's messages would overflow the stack.
      for (const message of messages) waiting.push(message);
      sending.request();
    },
    sequenceIn(count) {
      if (count > frames) return undefined;
      const isForgotten = frames - count >= KEPT_FRAMES;
      return count <= 0 || isForgotten ? 0 : sequences[(count - 1) % KEPT_FRAMES];
    },
    flush: () => sending.flush(),
    close() {
      closed = true;
      sending.cancel();
      waiting = [];
    },
  };
}
