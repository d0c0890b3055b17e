import { MAX_UNSENT } from '../connection-guard.ts';

/** What waits to be sent on a stream. Held here and not in the stream, so that it can be dropped without an error of the stream. */
export interface UnsentEvents {
  stream: ReadableStream<Uint8Array>;
  /** False if the reader is too far behind: nothing is added then. */
  add(text: string): boolean;
  /** End the stream behind what waits. */
  close(): void;
  /** End the stream without it. */
  drop(): void;
}

export function createUnsentEvents(onCancel: () => void): UnsentEvents {
  const encoder = new TextEncoder();
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let isWanted = false;
  let isClosing = false;
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer = controller;
      },
      pull() {
        isWanted = true;
        flush();
      },
      cancel() {
        writer = undefined;
        waiting = [];
        onCancel();
      },
    },
    { highWaterMark: 0 },
  );

  function flush(): void {
    const next = isWanted ? waiting.shift() : undefined;
    if (next) {
      isWanted = false;
      bytes -= next.length;
      writer?.enqueue(next);
    } else if (isClosing && waiting.length === 0) {
      writer?.close();
      writer = undefined;
    }
  }

  return {
    stream,
    add(text) {
      if (bytes > MAX_UNSENT) return false;
      const event = encoder.encode(text);
      waiting.push(event);
      bytes += event.length;
      flush();
      return true;
    },
    close() {
      isClosing = true;
      flush();
    },
    drop() {
      waiting = [];
      this.close();
    },
  };
}
