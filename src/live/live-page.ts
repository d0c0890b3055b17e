import type { Connection } from '../area/route.ts';
import type { VariableMessage } from './lua/live-runtime.ts';
import { createPageOutbox } from './page-outbox.ts';

/** A browser page of a live session, as the server sees it. */
export interface LivePage {
  id: string;
  send(messages: readonly VariableMessage[]): void;
  flush(): void;
  /** Properties of variable 1 that the server itself sets, such as the views. Kept back until the page watches it. */
  tell(properties: Record<string, string>): void;
  /** The page watches variable 1: now it hears of everything there is. */
  begin(properties: Record<string, string>): void;
  close(code?: number, reason?: string): void;
}

export function createLivePage(id: string, connection: Connection): LivePage {
  const outbox = createPageOutbox((text) => connection.send(text));
  let begun = false;
  const tell = (properties: Record<string, string>) => {
    if (begun) outbox.add([{ type: 'update', data: { varId: 1, properties } }]);
  };
  return {
    id,
    send: (messages) => outbox.add(messages),
    flush: () => outbox.flush(),
    tell,
    begin(properties) {
      begun = true;
      tell(properties);
    },
    close(code, reason) {
      outbox.close();
      connection.close(code, reason);
    },
  };
}
