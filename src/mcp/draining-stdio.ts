import { PassThrough, type Readable, type Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { OpenWork } from '../lib/open-work.ts';
import { isTooDeepValue, MAX_JSON_DEPTH } from '../lib/parse-json.ts';
import { toRefusal, Unanswered } from './unanswered.ts';

const INVALID_REQUEST = -32600;

/**
 * The SDK's stdio transport drops calls in flight the moment stdin ends. This one holds the end back until
 * they are answered, or until `patienceMs` have passed: a client that pipes its requests in and closes gets its responses.
 */
export function createDrainingStdio(
  stdin: Readable,
  stdout: Writable,
  options: { patienceMs: number; work: OpenWork },
): Transport {
  const input = new PassThrough();
  const inner = new StdioServerTransport(input, stdout);
  const unanswered = new Unanswered(options.work);
  let ended = false;
  const endWhenDone = () => {
    if (ended && unanswered.size === 0) input.end();
  };
  stdin.pipe(input, { end: false });
  const onEnd = () => {
    if (ended) return;
    ended = true;
    setTimeout(() => input.end(), options.patienceMs).unref();
    // What arrived with the end is still on its way through the pipe; look after it is through.
    setImmediate(endWhenDone);
  };
  stdin.once('end', onEnd);
  stdin.once('close', onEnd);

  const outer: Transport = {
    start() {
      inner.onclose = () => {
        unanswered.clear();
        outer.onclose?.();
      };
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onmessage = (message) => {
        const isDeep = isTooDeepValue(message);
        const refusal = isDeep ? tooDeep(message) : unanswered.received(message);
        if (refusal) void inner.send(refusal).catch(() => {});
        else if (!isDeep) outer.onmessage?.(message);
        endWhenDone();
      };
      return inner.start();
    },
    async send(message: JSONRPCMessage) {
      try {
        await inner.send(message);
      } finally {
        unanswered.sent(message);
      }
      endWhenDone();
    },
    close: () => inner.close(),
  };
  return outer;
}

function tooDeep(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message)) return undefined;
  return toRefusal(
    message.id,
    INVALID_REQUEST,
    `The message is nested deeper than ${MAX_JSON_DEPTH} levels. Send flatter JSON.`,
  );
}
