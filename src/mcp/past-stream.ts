import type {
  CallToolRequest,
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
} from '@modelcontextprotocol/server';
import type { LoggedEvent } from '../session/event-log.ts';
import { type EventPlace, toEventId } from './event-id.ts';
import { answerLost } from './lost-requests.ts';

/** Where a call says what state it goes on from. Sealed, so that nothing can be gained by sending another. */
export const STATE_META_KEY = 'tandem/requestState';

/** A call that has asked its client something, as it is stored: any instance can go on with it. */
interface AskedCall {
  id: RequestId;
  params: CallToolRequest['params'];
  state: unknown;
}

/** What became of a stream whose instance is gone. */
export interface PastStream {
  /** What its client has not seen, and what it has to be told now. */
  missed: { id?: string; message: JSONRPCMessage }[];
  /** The calls that go on here. */
  goesOn: JSONRPCRequest[];
}

export function toAskedText(asked: AskedCall): string {
  return JSON.stringify({ asked });
}

/** `seen`: the last event that the client has. */
export function toPastStream(seen: EventPlace, events: readonly LoggedEvent[]): PastStream {
  const asked = new Map<RequestId, AskedCall>();
  const answered = new Set<RequestId>();
  const missed: PastStream['missed'] = [];
  for (const { number, text } of events) {
    const content = JSON.parse(text) as JSONRPCMessage | { asked: AskedCall };
    if ('asked' in content) {
      asked.set(content.asked.id, content.asked);
    } else if ('method' in content && 'id' in content) {
      // Whoever asked is gone: an answer would reach nobody. What still matters is asked again.
      missed.push({ message: withdrawn(content.id) });
    } else {
      if ('id' in content && content.id !== undefined) answered.add(content.id);
      if (number > seen.number) missed.push({ id: toEventId({ ...seen, number }), message: content });
    }
  }
  const goesOn = [...asked.values()].filter(({ id }) => !answered.has(id)).map(toRequest);
  const settled = new Set([...answered, ...goesOn.map(({ id }) => id)]);
  const lost = answerLost(seen.note, settled).map((message) => ({ message }));
  return { missed: [...missed, ...lost], goesOn };
}

function toRequest({ id, params, state }: AskedCall): JSONRPCRequest {
  const _meta = { ...params._meta, [STATE_META_KEY]: state };
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } };
}

function withdrawn(requestId: RequestId): JSONRPCMessage {
  const reason = 'The server instance that asked this is gone.';
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } };
}
