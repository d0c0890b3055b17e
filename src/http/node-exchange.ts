import type { IncomingMessage } from 'node:http';
import { alreadyRead, brokenOff, type Exchange, type NodePair } from './exchange.ts';
import { whenClosed } from './when-closed.ts';

/** A request that Node's own server received. */
export function toNodeExchange({ incoming, outgoing }: NodePair): Exchange {
  return {
    rawHeaders: incoming.rawHeaders,
    address: incoming.socket.remoteAddress,
    async readBody(take) {
      if (incoming.readableDidRead) throw alreadyRead();
      // Only now: a client that asks first is spared sending what would be refused.
      if (incoming.headers.expect !== undefined) outgoing.writeContinue();
      return readChunks(incoming, take);
    },
    whenOver: (listener) => whenClosed(outgoing, listener),
    node: { incoming, outgoing },
  };
}

/** By events, since leaving a loop over the request would close the connection before it is answered. */
function readChunks(request: IncomingMessage, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      leave();
      resolve();
    };
    // Nobody is left to read it, and it is not our fault to be logged.
    const onGone = () => fail(brokenOff());
    const listeners = { data: onData, end: onEnd, error: onGone, close: onGone };
    function fail(error: unknown): void {
      leave();
      // Errors that follow, such as the end of the connection, have been answered.
      request.pause().on('error', () => {});
      reject(error);
    }
    function leave(): void {
      for (const [name, listener] of Object.entries(listeners)) request.off(name, listener);
    }
    if (request.destroyed && !request.readableEnded) return onGone();
    for (const [name, listener] of Object.entries(listeners)) request.on(name, listener);
  });
}
