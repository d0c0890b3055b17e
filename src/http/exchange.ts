import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and its response, whatever server carries them: what a `Request` alone does not tell. */
export interface Exchange {
  /** Names and values by turns, as they were sent. */
  rawHeaders: readonly string[];
  /** Where the caller is, if the server says so. */
  address: string | undefined;
  /** Pass the body on in chunks. When `take` throws, the rest is not read. */
  readBody(take: (chunk: Uint8Array) => void): Promise<void>;
  /** Call when the response is complete or its reader is gone; at once if it is already. */
  whenOver(listener: () => void): void;
  /** Node's own objects, where there are any: the oldest MCP transport writes to them. */
  node?: NodePair;
}

export interface NodePair {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}
