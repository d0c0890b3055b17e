import type { JSONRPCMessage } from '@modelcontextprotocol/server';

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' };

/** An event stream that begins with these events and goes on with `rest`, or ends where there is none. */
export function afterEvents(
  events: readonly { id?: string; message: JSONRPCMessage }[],
  rest?: Response,
): Response {
  const text = events.map(toText).join('');
  if (!rest?.body) return new Response(text, { headers: HEADERS });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
  // Whoever reads has gone, or the rest has ended.
  rest.body.pipeTo(writable).catch(() => {});
  return new Response(readable, { headers: rest.headers });
}

function toText({ id, message }: { id?: string; message: JSONRPCMessage }): string {
  return `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
}
