// By hand: hono/body-limit trusts Content-Length, knows no type, no `Expect` and no budget per user.
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../lib/error-response.ts';
import { parseJson } from '../lib/parse-json.ts';
import type { Arrival } from './http-options.ts';

export interface BodyLimits {
  maxBytes: number;
  /** Account for bytes that are held in memory; throws where there are too many. Answers how to give them back. */
  hold?: (bytes: number) => () => void;
}

/**
 * The body as JSON, for a caller who is known already. Refuses other types (a form or plain text can be sent by any web
 * page) and too much of it, without reading on.
 */
export async function readJsonBody(
  { incoming, outgoing }: Pick<Arrival, 'incoming' | 'outgoing'>,
  limits: BodyLimits,
): Promise<{ value: unknown; text: string }> {
  const { headers } = incoming;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HttpError(415, 'Send the body as Content-Type: application/json.');
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
  // Only now: a client that asks first is spared sending what would be refused.
  if (headers.expect !== undefined) outgoing.writeContinue();
  const text = (await readBytes(incoming, limits)).toString('utf8');
  return { value: parseJson(text, 'The body'), text };
}

/** By events, since leaving a loop over the request would close the connection before it is answered. */
function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const held: (() => void)[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > limits.maxBytes) throw tooLarge(limits);
        if (limits.hold) held.push(limits.hold(chunk.length));
      } catch (error) {
        return fail(error);
      }
      chunks.push(chunk);
    };
    const onEnd = () => {
      leave();
      resolve(Buffer.concat(chunks));
    };
    // Nobody is left to read it, and it is not our fault to be logged.
    const onGone = () => fail(new HttpError(400, 'The body ended before it was complete.'));
    const listeners = { data: onData, end: onEnd, error: onGone, close: onGone };
    function fail(error: unknown): void {
      leave();
      // Errors that follow, such as the end of the connection, have been answered.
      request.pause().on('error', () => {});
      reject(error);
    }
    function leave(): void {
      for (const [name, listener] of Object.entries(listeners)) request.off(name, listener);
      for (const release of held) release();
    }
    if (request.destroyed && !request.readableEnded) return onGone();
    for (const [name, listener] of Object.entries(listeners)) request.on(name, listener);
  });
}

function tooLarge({ maxBytes }: BodyLimits): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes} bytes (http.maxBodyBytes).`);
}
