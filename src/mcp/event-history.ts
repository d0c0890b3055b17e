import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const MAX_EVENTS = 1000;

/** The last events of one client's streams, so that it can resume after a broken connection. */
export function createEventHistory(): EventStore {
  const events: { id: string; stream: string; message: JSONRPCMessage }[] = [];
  let count = 0;
  return {
    async storeEvent(stream, message) {
      const id = `${++count}`;
      events.push({ id, stream, message });
      if (events.length > MAX_EVENTS) events.shift();
      return id;
    },
    async getStreamIdForEventId(id) {
      return events.find((event) => event.id === id)?.stream;
    },
    async replayEventsAfter(lastId, { send }) {
      const at = events.findIndex((event) => event.id === lastId);
      const stream = events[at]?.stream ?? '';
      for (const event of at < 0 ? [] : events.slice(at + 1))
        if (event.stream === stream) await send(event.id, event.message);
      return stream;
    },
  };
}
