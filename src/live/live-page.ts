import type { SocketConnection } from '../area/route.ts';
import type { LiveMessage } from '../protocol/live-messages.ts';
import { createPageOutbox } from './page-outbox.ts';

/** A browser page of a live session, on the server's side. */
export interface LivePage {
  id: string;
  send(messages: readonly LiveMessage[], sequence?: number): void;
  /** The last push that had reached the page by frame `frames`. */
  sequenceIn(frames: number): number | undefined;
  flush(): void;
  /** Properties of variable 1 that the server itself sets, such as the views. Held back until the page watches it. */
  tell(properties: Record<string, string>): void;
  /** The page watches variable 1: from now on it receives everything. */
  begin(properties: Record<string, string>): void;
  /** Passes each frame on. A page that sends faster than Lua can follow is closed before it fills the memory. */
  onFrame(handle: (text: string) => Promise<void>): void;
  close(code?: number, reason?: string): void;
}

/** How much may wait for Lua, per page. */
const MAX_FRAMES = 5000;
const MAX_CHARACTERS = 32 * 1024 * 1024;

export function createLivePage(id: string, connection: SocketConnection): LivePage {
  const outbox = createPageOutbox((text) => connection.send(text));
  let begun = false;
  let closed = false;
  const tell = (properties: Record<string, string>) => {
    if (begun) outbox.add([{ type: 'update', data: { varId: 1, properties } }]);
  };
  return {
    id,
    send: (messages, sequence) => outbox.add(messages, sequence),
    sequenceIn: (frames) => outbox.sequenceIn(frames),
    flush: () => outbox.flush(),
    tell,
    begin(properties) {
      begun = true;
      tell(properties);
    },
    onFrame(handle) {
      let frames = 0;
      let characters = 0;
      connection.onMessage((text) => {
        if (closed) return;
        frames++;
        characters += text.length;
        if (frames > MAX_FRAMES || characters > MAX_CHARACTERS) return close(1008, 'too many frames');
        void handle(text).finally(() => {
          frames--;
          characters -= text.length;
        });
      });
    },
    close,
  };

  function close(code?: number, reason?: string): void {
    closed = true;
    outbox.close();
    connection.close(code, reason);
  }
}
