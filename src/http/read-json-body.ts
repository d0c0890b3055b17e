// By hand: hono/body-limit trusts Content-Length, knows no type, no `Expect` and no budget per user.
import { HttpError } from '../lib/error-response.ts';
import { parseJson } from '../lib/parse-json.ts';
import type { Exchange } from './exchange.ts';

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
  { headers }: Request,
  exchange: Exchange,
  limits: BodyLimits,
): Promise<{ value: unknown; text: string }> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HttpError(415, 'Send the body as Content-Type: application/json.');
  if (Number(headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge(limits);
  const text = (await readBytes(exchange, limits)).toString('utf8');
  return { value: parseJson(text, 'The body'), text };
}

async function readBytes(exchange: Exchange, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const held: (() => void)[] = [];
  let size = 0;
  try {
    await exchange.readBody((chunk) => {
      size += chunk.length;
      if (size > limits.maxBytes) throw tooLarge(limits);
      if (limits.hold) held.push(limits.hold(chunk.length));
      chunks.push(chunk);
    });
    return Buffer.concat(chunks);
  } finally {
    for (const release of held) release();
  }
}

function tooLarge({ maxBytes }: BodyLimits): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes} bytes (http.maxBodyBytes).`);
}
