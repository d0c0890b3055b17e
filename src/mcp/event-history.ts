import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const MAX_EVENTS = 1000;
/** Results can be large, and a client that has read them seldom comes back for them. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A large result, and the event before it, behind which a client that lost it resumes. */
const MIN_EVENTS = 2;

export interface EventHistory extends EventStore {
  /** Whether a client can resume after this event; false for one that never was or is too long ago. */
  has(id: string): boolean;
}

/**
 * The last events of one client's streams, so that it can resume after a broken connection.
 * The SDK would refuse to resume a stream that still looks open here if it knew the stream of an event, but
 * a client notices a dead connection long before we do; without, the stream goes over to the new connection.
 */
export function createEventHistory(): EventHistory {
  /** As text: what is stored is what was measured. */
  const events: { number: number; stream: string; text: string }[] = [];
  let count = 0;
  let characters = 0;
  const find = (id: string) => events.find((event) => `${event.number}` === id);
  return {
    has: (id) => find(id) !== undefined,
    async storeEvent(stream, message) {
      const text = JSON.stringify(message);
      events.push({ number: ++count, stream, text });
      characters += text.length;
      while (events.length > MAX_EVENTS || (characters > MAX_CHARACTERS && events.length > MIN_EVENTS))
        characters -= events.shift()?.text.length ?? 0;
      return `${count}`;
    },
    async replayEventsAfter(lastId, { send }) {
      const last = find(lastId);
      const after = (number: number) =>
        events.find((event) => event.number > number && event.stream === last?.stream);
      // Looked for one by one: what comes in while earlier ones are sent belongs to them too.
      for (let next = after(last?.number ?? count); next; next = after(next.number))
        await send(`${next.number}`, JSON.parse(next.text) as JSONRPCMessage);
      return last?.stream ?? '';
    },
  };
}
