import { TandemError } from '../../errors.ts';
import type { ChatLine, ChatToolCall } from '../../protocol/chat-stream.ts';
import { fromAgUiRequest } from './ag-ui-request.ts';
import { type AgUiRun, createAgUiWriter } from './ag-ui-writer.ts';
import type { EventWriter } from './event-writer.ts';
import type { Incoming } from './incoming.ts';
import { fromUiMessageRequest } from './ui-message-request.ts';
import { createUiMessageWriter } from './ui-message-writer.ts';

export interface Format {
  /** A request in its format; ours is accepted as well. */
  parse(body: unknown): Incoming;
  createWriter(known: readonly ChatToolCall[], run?: AgUiRun): EventWriter;
  headers: Record<string, string>;
  /** Sent when the stream ends. */
  done: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'ui-message-stream': {
    parse: fromUiMessageRequest,
    createWriter: createUiMessageWriter,
    headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
    done: 'data: [DONE]\n\n',
  },
  'ag-ui': { parse: fromAgUiRequest, createWriter: createAgUiWriter, headers: {}, done: '' },
};

/**
 * The format that a request wants: `?format=ui-message-stream` for AI SDK front ends, `?format=ag-ui` for AG-UI.
 * Undefined for our own.
 */
export function formatOf(url: string): Format | undefined {
  const name = new URL(url).searchParams.get('format');
  if (name === null) return undefined;
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw unknownFormat(name);
  return format;
}

/** Our stream in another protocol, as server-sent events. */
export function toFormat(
  response: Response,
  format: Format | undefined,
  { known, run }: { known: readonly ChatToolCall[]; run?: AgUiRun | undefined },
): Response {
  if (!format || !response.body) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  for (const [header, value] of Object.entries(format.headers)) headers.set(header, value);
  return new Response(translate(response.body, format.createWriter(known, run), format.done), { headers });
}

function unknownFormat(name: string): TandemError {
  const names = Object.keys(FORMATS).join(', ');
  return new TandemError(
    'invalid_input',
    `Unknown format "${name}". Valid: ${names}; the default is NDJSON.`,
  );
}

function translate(
  body: ReadableStream<Uint8Array>,
  writer: EventWriter,
  done: string,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const toSse = (events: readonly object[]) =>
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const toEvents = (line: string) =>
    // A heartbeat stays one: a comment.
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
