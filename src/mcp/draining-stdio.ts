import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/**
 * The SDK's stdio transport drops calls in flight the moment stdin ends. This one holds the end back until
 * they are answered, or until `patienceMs` are over: a client that pipes its requests in and closes gets its answers.
 */
export function createDrainingStdio(stdin: Readable, stdout: Writable, patienceMs: number): Transport {
  const input = new PassThrough();
  const inner = new StdioServerTransport(input, stdout);
  const unanswered = new Set<RequestId>();
  let ended = false;
  const endWhenDone = () => {
    if (ended && unanswered.size === 0) input.end();
  };
  stdin.pipe(input, { end: false });
  const onEnd = () => {
    if (ended) return;
    ended = true;
    setTimeout(() => input.end(), patienceMs).unref();
    // What arrived with the end is still on its way through the pipe; look after it is through.
    setImmediate(endWhenDone);
  };
  stdin.once('end', onEnd);
  stdin.once('close', onEnd);

  const outer: Transport = {
    start() {
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onmessage = (message) => {
        if (isJSONRPCRequest(message)) unanswered.add(message.id);
        else if ('method' in message && message.method === 'notifications/cancelled')
          unanswered.delete((message.params as { requestId: RequestId }).requestId);
        outer.onmessage?.(message);
      };
      return inner.start();
    },
    async send(message: JSONRPCMessage) {
      await inner.send(message);
      if ('id' in message && !('method' in message) && message.id !== undefined)
        unanswered.delete(message.id);
      endWhenDone();
    },
    close: () => inner.close(),
  };
  return outer;
}
