import type { IncomingMessage } from 'node:http';
import { HttpError } from './error-response.ts';

/** The body as JSON. Refuses other types (a form or plain text can be sent by any web page) and too much of it. */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ value: unknown; text: string }> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HttpError(415, 'Send the body as Content-Type: application/json.');
  const tooLarge = () => new HttpError(413, `The body is larger than ${maxBytes} bytes (http.maxBodyBytes).`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return { value: JSON.parse(text), text };
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.');
  }
}
