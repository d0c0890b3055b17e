import { randomBytes } from 'node:crypto';
import { type EventStore, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server';
import type { LoggedEvent } from '../session/event-log.ts';
import { toEventId } from './event-id.ts';

const MAX_EVENTS = 1000;
/** Results can be large, and a client that has read them seldom comes back for them. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A large result, and the event before it, behind which a client that lost it resumes. */
const MIN_EVENTS = 2;
/** The SDK's name for the one stream that no request began. */
const UNASKED_STREAM = '_GET_stream';

interface HistoryOptions {
  /** Keeps ids of another process's history of the same connection from being taken for these. */
  prefix?: string;
  /** Asked when a request begins a stream. What it returns is part of the ids of its events. */
  begun?(stream: string): string;
  /** Told of every event with something in it. A question to the client is sent when this has resolved. */
  stored?(event: LoggedEvent): Promise<void>;
}

export interface EventHistory extends EventStore {
  /** Whether a client can resume after this event; false for one that never was or is too long ago. */
  has(id: string): boolean;
  /** The first event of the newest stream with this note. */
  firstWith(note: string): string | undefined;
  /** Something for `stored` that is not sent. */
  addAside(stream: string, text: string): void;
}

/**
 * The last events of one client's streams, so that it can resume after a broken connection.
 * The SDK would refuse to resume a stream that still looks open here if it knew the stream of an event, but
 * a client notices a dead connection long before we do; without, the stream goes over to the new connection.
 */
export function createEventHistory(options: HistoryOptions = {}): EventHistory {
  const {
    prefix = randomBytes(6).toString('base64url'),
    begun = () => '',
    stored = async () => {},
  } = options;
  /** As text: what is stored is what was measured. */
  const events: { id: string; number: number; stream: string; note: string; text: string }[] = [];
  /** By the SDK's names. */
  const streams = new Map<string, { key: string; note: string }>();
  let count = 0;
  let characters = 0;
  const find = (id: string) => events.find((event) => event.id === id);

  function streamOf(name: string): { key: string; note: string } {
    const known = streams.get(name);
    if (known) return known;
    const key = `${prefix}_${count + 1}`;
    const stream = { key, note: name === UNASKED_STREAM ? '' : begun(key) };
    streams.set(name, stream);
    return stream;
  }

  return {
    has: (id) => find(id) !== undefined,
    firstWith(note) {
      const newest = events.findLast((event) => event.note === note);
      return events.find((event) => event.stream === newest?.stream)?.id;
    },
    addAside: (stream, text) => void stored({ stream, number: ++count, text }),
    async storeEvent(name, message) {
      const text = JSON.stringify(message);
      const { key, note } = streamOf(name);
      const number = ++count;
      const id = toEventId({ stream: key, number, note });
      events.push({ id, number, stream: name, note, text });
      characters += text.length;
      while (events.length > MAX_EVENTS || (characters > MAX_CHARACTERS && events.length > MIN_EVENTS))
        characters -= events.shift()?.text.length ?? 0;
      forgetStreams();
      const storing = isEmpty(message) ? undefined : stored({ stream: key, number, text });
      // It can be withdrawn by another instance only if that knows of it.
      if (isJSONRPCRequest(message)) await storing;
      return id;
    },
    async replayEventsAfter(lastId, { send }) {
      const last = find(lastId);
      const after = (number: number) =>
        events.find((event) => event.number > number && event.stream === last?.stream);
      // Looked for one by one: what comes in while earlier ones are sent belongs to them too.
      for (let next = after(last?.number ?? count); next; next = after(next.number))
        await send(next.id, JSON.parse(next.text) as JSONRPCMessage);
      return last?.stream ?? '';
    },
  };

  function forgetStreams(): void {
    if (streams.size <= 2 * MAX_EVENTS) return;
    const known = new Set(events.map(({ stream }) => stream));
    for (const name of streams.keys()) if (!known.has(name)) streams.delete(name);
  }
}

/** A stream of a request begins with an event that has nothing in it. */
function isEmpty(message: JSONRPCMessage): boolean {
  return Object.keys(message).length === 0;
}
