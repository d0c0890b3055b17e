/** Bytes that wait for a client that does not read. */
export const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

export interface BoundedStream {
  response: Response;
  isOpen(): boolean;
  close(): Promise<void>;
}

/**
 * A stream of notices that stays open: known to be open, and ended when its client stops reading. The SDK writes to it
 * without asking whether anybody reads, so that it would grow for as long as the connection lasts.
 */
export function toBoundedStream(
  { body, status, headers }: Response,
  options: { onEnd?: () => void; maxBytes?: number } = {},
): BoundedStream {
  const { onEnd, maxBytes = MAX_UNSENT_BYTES } = options;
  const reader = body?.getReader();
  let isOpen = reader !== undefined;
  let target: ReadableStreamDefaultController<Uint8Array> | undefined;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    onEnd?.();
  };
  if (!reader) onEnd?.();

  async function pump(source: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    try {
      for (let part = await source.read(); !part.done; part = await source.read()) {
        target?.enqueue(part.value);
        if ((target?.desiredSize ?? 0) < 0) throw notReading();
      }
      if (isOpen) target?.close();
    } catch (error) {
      if (isOpen) target?.error(error);
      await source.cancel().catch(() => {});
    } finally {
      end();
    }
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        target = controller;
        if (reader) void pump(reader);
      },
      async cancel(reason) {
        end();
        await reader?.cancel(reason);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBytes }),
  );
  return {
    response: new Response(reader ? stream : null, { status, headers }),
    isOpen: () => isOpen,
    async close() {
      if (!isOpen) return;
      target?.close();
      end();
      await reader?.cancel();
    },
  };
}

/** The code by which the HTTP side knows that it is the client's doing. */
function notReading(): Error {
  return Object.assign(new Error('The client does not read its stream.'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  });
}
