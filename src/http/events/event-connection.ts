import type { SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { checkJsonDepth } from '../../lib/parse-json.ts';
import { PAGE_HEARTBEAT_MS, type SentFrames, toEvent } from '../../protocol/page-events.ts';
import { guardConnection } from '../connection-guard.ts';
import { createUnsentEvents } from './unsent-events.ts';

/** What a browser reports for a WebSocket that was closed without a code. */
const NO_CODE = 1005;

/** A page's connection that consists of a stream of events and of what the page posts. */
export interface EventConnection {
  /** What areas see of it; the same as of a WebSocket. */
  socket: SocketConnection;
  stream: ReadableStream<Uint8Array>;
  /** Connect an area; an error closes the connection. */
  connect(work: () => void): void;
  /** Pass on the frames of one POST, in order and each once. */
  receive(sent: SentFrames): void;
}

export interface EventConnectionOptions {
  id: string;
  /** The text as this person may see it. */
  shown(text: string): string;
  log: Logger;
}

export function createEventConnection({ id, shown, log }: EventConnectionOptions): EventConnection {
  const onMessage: ((text: string) => void)[] = [];
  const onClose: (() => void)[] = [];
  let isOpen = true;
  let received = 0;
  // The stream is cancelled when the browser disconnects.
  const unsent = createUnsentEvents(() => end());
  const heartbeat = setInterval(() => unsent.add(':\n\n'), PAGE_HEARTBEAT_MS).unref();

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    // Later, as with a WebSocket: an area may close a connection while it goes through all of them.
    queueMicrotask(() => onClose.forEach((listener) => void listener()));
  }

  const socket: SocketConnection = {
    send(text) {
      if (!isOpen) return;
      if (unsent.add(toEvent('message', shown(text)))) return;
      // The page reconnects and gets everything again.
      unsent.drop();
      end();
    },
    close(code = NO_CODE, reason = '') {
      if (!isOpen) return;
      unsent.add(toEvent('close', JSON.stringify({ code, reason })));
      unsent.close();
      end();
    },
    onMessage: (listener) => void onMessage.push(listener),
    onClose: (listener) => void onClose.push(listener),
  };
  const guarded = guardConnection(socket, "a page's event stream", log);
  unsent.add(toEvent('open', JSON.stringify({ id })));

  return {
    socket,
    stream: unsent.stream,
    connect: guarded,
    receive({ first, frames }) {
      if (first > received)
        throw new TandemError('conflict', `Frame ${received} is missing. Send the frames in order.`);
      for (const frame of frames.slice(received - first)) {
        if (!isOpen) return;
        received++;
        guarded(() => {
          checkJsonDepth(frame, 'The frame');
          for (const listener of onMessage) listener(frame);
        });
      }
    },
  };
}
