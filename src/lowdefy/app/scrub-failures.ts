import type { Scrub } from '../connections/create-scrub.ts';

/** An agent's reply, line by line, without secrets that a failing model or tool may quote. */
export function scrubFailures(body: ReadableStream<Uint8Array>, scrub: Scrub): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const all = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n');
        rest = all.pop() ?? '';
        if (all.length > 0)
          controller.enqueue(encoder.encode(all.map((line) => `${toScrubbed(line)}\n`).join('')));
      },
      flush(controller) {
        if (rest !== '') controller.enqueue(encoder.encode(toScrubbed(rest)));
      },
    }),
  );

  function toScrubbed(line: string): string {
    if (!line.includes('"errorText"')) return line;
    const [, json] = /^data: (.*)$/.exec(line) ?? [];
    if (json === undefined) return line;
    const chunk = JSON.parse(json) as { errorText: unknown };
    return `data: ${JSON.stringify({ ...chunk, errorText: scrub(String(chunk.errorText)) })}`;
  }
}
