import { createThrottle } from '../lib/throttle.ts';
import type { LiveMessage } from '../protocol/live-messages.ts';

/** Bursts from timers and runs are joined; the first message is sent at once. */
const GAP_MS = 10;
const KEPT_FRAMES = 1024;

/** The queue of one page. */
export interface PageOutbox {
  /** `sequence`: the number of the push they belong to. */
  add(messages: readonly LiveMessage[], sequence?: number): void;
  /** The last push in the first `frames` frames; undefined if fewer were sent. */
  sequenceIn(frames: number): number | undefined;
  /** Sends the queue now. */
  flush(): void;
  close(): void;
}

export function createPageOutbox(send: (text: string) => void): PageOutbox {
  let waiting: LiveMessage[] = [];
  let newest = 0;
  let frames = 0;
  /** By frame, only the newest: a page that is further behind counts as having seen none of them. */
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
      // One by one: as arguments, the messages of a large page would overflow the stack.
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
