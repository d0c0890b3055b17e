import { TandemError } from '../../errors.ts';
import type { ChatLine, ChatToolCall } from '../../protocol/chat-stream.ts';
import { createAgUiWriter } from './ag-ui-writer.ts';
import type { EventWriter } from './event-writer.ts';
import { createUiMessageWriter } from './ui-message-writer.ts';

interface Format {
  createWriter(known: readonly ChatToolCall[]): EventWriter;
  headers: Record<string, string>;
  /** Said when the stream is over. */
  done: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'ui-message-stream': {
    createWriter: createUiMessageWriter,
    headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
    done: 'data: [DONE]\n\n',
  },
  'ag-ui': { createWriter: createAgUiWriter, headers: {}, done: '' },
};

/**
 * Our stream in the words of another protocol, as server-sent events: `?format=ui-message-stream` for front ends of the
 * AI SDK, `?format=ag-ui` for those of AG-UI. Without a format, as it is.
 */
export function toFormat(response: Response, url: string, known: readonly ChatToolCall[]): Response {
  const name = new URL(url).searchParams.get('format');
  if (name === null || !response.body) return response;
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw unknownFormat(name);
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  for (const [header, value] of Object.entries(format.headers)) headers.set(header, value);
  return new Response(translate(response.body, format, known), { headers });
}

/** Refused before anything is written. */
export function checkFormat(url: string): void {
  const name = new URL(url).searchParams.get('format');
  if (name !== null && !Object.hasOwn(FORMATS, name)) throw unknownFormat(name);
}

function unknownFormat(name: string): TandemError {
  const names = Object.keys(FORMATS).join(', ');
  return new TandemError('invalid_input', `No format "${name}". There are: ${names}; without one, NDJSON.`);
}

function translate(
  body: ReadableStream<Uint8Array>,
  { createWriter, done }: Format,
  known: readonly ChatToolCall[],
): ReadableStream<Uint8Array> {
  const writer = createWriter(known);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const toSse = (events: readonly object[]) =>
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const toEvents = (line: string) =>
    // A sign of life stays one: a comment.
    line === '' ? ':\n\n' : toSse(writer.write((JSON.parse(line) as ChatLine).event));
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        controller.enqueue(encoder.encode(lines.map(toEvents).join('')));
      },
      flush(controller) {
        controller.enqueue(encoder.encode(toSse(writer.end()) + done));
      },
    }),
  );
}
