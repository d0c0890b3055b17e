import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../lib/error-response.ts';
import type { Passing } from './passing.ts';

/** One request and its response, whatever server carries them: what a `Request` alone does not tell. */
export interface Exchange {
  /** Names and values by turns, as they were sent. */
  rawHeaders: readonly string[];
  /** Where the caller is, if the server says so. */
  address: string | undefined;
  /** What a trusted proxy calls this request. */
  requestId?: string | undefined;
  /** Pass the body on in chunks. When `take` throws, the rest is not read. */
  readBody(take: (chunk: Uint8Array) => void): Promise<void>;
  /** Call when the response is complete or its reader is gone; at once if it is already. */
  whenOver(listener: () => void): void;
  /** How it is passed on to another instance, where there are several. */
  passing?: Passing | undefined;
  /** Node's own objects, where there are any: the oldest MCP transport writes to them. */
  node?: NodePair;
}

export interface NodePair {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** The caller is gone, or their connection is. */
export function brokenOff(): HttpError {
  return new HttpError(400, 'The body ended before it was complete.');
}

/** A mistake in the server that carries us. */
export function alreadyRead(): HttpError {
  return new HttpError(
    500,
    'The body of this request was read before Tandem received it. Mount Tandem before body parsers such as express.json(), and do not read the body in signIn.',
  );
}
