import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

type NodeRequest = IncomingMessage & {
  /** The whole path, if a router has removed its mount path. */
  originalUrl?: string;
  /** Set if a parser has already read the body. */
  body?: unknown;
};

/**
 * A Request-to-Response handler as a listener for Node's HTTP server and for Express, with or without `express.json()`
 * before it.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { type ChatHandler, toNodeListener } from 'tandem-mcp/chat';
 *
 * export function serve(chat: ChatHandler) {
 *   return createServer(toNodeListener(chat)).listen(3000);
 * }
 *
 * // Express: app.use('/api/chat', toNodeListener(chat))
 * ```
 */
export function toNodeListener(
  handler: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (incoming, outgoing, next) => {
    try {
      await send(await handler(toRequest(incoming)), outgoing);
    } catch (error) {
      if (next) next(error);
      else outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function toRequest(incoming: NodeRequest): Request {
  const { method = 'GET', headers, originalUrl, url = '/', body } = incoming;
  const address = new URL(originalUrl ?? url, `http://${headers.host ?? 'localhost'}`);
  const own = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) own.append(name, one);
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers: own });
  const content =
    body === undefined
      ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
      : typeof body === 'string'
        ? body
        : JSON.stringify(body);
  return new Request(address, { method, headers: own, body: content, duplex: 'half' } as RequestInit);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // The first line is sent with the headers, even through buffering proxies.
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  if (!reader) return void outgoing.end();
  // A reader that leaves must not block.
  outgoing.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await new Promise<void>((resolve) => waitForRoom(outgoing, resolve));
  }
  outgoing.end();
}

function waitForRoom(outgoing: ServerResponse, resolve: () => void): void {
  const done = () => {
    outgoing.off('drain', done);
    outgoing.off('close', done);
    resolve();
  };
  outgoing.on('drain', done);
  outgoing.on('close', done);
}
