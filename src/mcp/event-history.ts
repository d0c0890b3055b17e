import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const MAX_EVENTS = 1000;

export interface EventHistory extends EventStore {
  /** Whether a client can resume after this event; false for one that never was or is too long ago. */
  has(id: string): boolean;
}

/**
 * The last events of one client's streams, so that it can resume after a broken connection.
 * The SDK would refuse to resume a stream that still looks open here if we told it which one an event is of, but
 * a client notices a dead connection long before we do; without, the stream goes over to the new connection.
 */
export function createEventHistory(): EventHistory {
  const events: { number: number; stream: string; message: JSONRPCMessage }[] = [];
  let count = 0;
  const find = (id: string) => events.find((event) => `${event.number}` === id);
  return {
    has: (id) => find(id) !== undefined,
    async storeEvent(stream, message) {
      events.push({ number: ++count, stream, message });
      if (events.length > MAX_EVENTS) events.shift();
      return `${count}`;
    },
    async replayEventsAfter(lastId, { send }) {
      const last = find(lastId);
      const after = (number: number) =>
        events.find((event) => event.number > number && event.stream === last?.stream);
      // Looked for one by one: what comes in while earlier ones are sent belongs to them too.
      for (let next = after(last?.number ?? count); next; next = after(next.number))
        await send(`${next.number}`, next.message);
      return last?.stream ?? '';
    },
  };
}
