import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { TandemError } from '../errors.ts';
import type { OpenWork } from '../lib/open-work.ts';

const SERVER_ERROR = -32000;

/** The requests that came in on a transport and are not answered yet. */
export class Unanswered {
  readonly #open = new Map<RequestId, () => void>();
  readonly #work: OpenWork | undefined;

  /** With `work` the program does not end before they are answered. */
  constructor(work?: OpenWork) {
    this.#work = work;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Answers what is to be sent back at once, where a request can no longer be taken. */
  received(message: JSONRPCMessage): JSONRPCMessage | undefined {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) this.#end(cancelled);
    // A stream that stays open is not going to be answered.
    if (!isJSONRPCRequest(message) || message.method === 'subscriptions/listen') return undefined;
    try {
      const end = this.#work?.begin() ?? (() => {});
      this.#end(message.id);
      this.#open.set(message.id, end);
      return undefined;
    } catch (error) {
      if (!(error instanceof TandemError)) throw error;
      return toRefusal(message.id, SERVER_ERROR, error.message);
    }
  }

  sent(message: JSONRPCMessage): void {
    // Neither a notice nor a request of our own is an answer.
    if (!('method' in message) && 'id' in message && message.id !== undefined) this.#end(message.id);
  }

  clear(): void {
    for (const id of [...this.#open.keys()]) this.#end(id);
  }

  #end(id: RequestId): void {
    const end = this.#open.get(id);
    this.#open.delete(id);
    end?.();
  }
}

/** Follow what goes in and out of a transport that is connected already. */
export function followRequests(transport: Transport, work?: OpenWork): Unanswered {
  const unanswered = new Unanswered(work);
  const { onmessage, onclose } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    const refusal = unanswered.received(message);
    if (!refusal) onmessage?.(message, extra);
    // A client that is gone by now misses it.
    else send(refusal).catch(() => {});
  };
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      unanswered.sent(message);
    }
  };
  transport.onclose = () => {
    unanswered.clear();
    onclose?.();
  };
  return unanswered;
}

export function toRefusal(id: RequestId, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** A cancelled request gets no response. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  return (message.params as { requestId?: RequestId } | undefined)?.requestId;
}
