import { alreadyRead, brokenOff, type Exchange } from './exchange.ts';

/** A request that a fetch handler received. */
export interface WebExchange {
  exchange: Exchange;
  /** The response to return: whoever reads it tells us when it is over. */
  finish(response: Response): Response;
}

export function createWebExchange(request: Request): WebExchange {
  let isOver = false;
  const listeners: (() => void)[] = [];
  const end = () => {
    isOver = true;
    for (const listener of listeners.splice(0)) listener();
  };
  if (request.signal.aborted) end();
  else request.signal.addEventListener('abort', end, { once: true });
  return {
    exchange: {
      rawHeaders: [...request.headers].flat(),
      address: undefined,
      readBody: (take) => readChunks(request, take),
      whenOver(listener) {
        if (isOver) listener();
        else listeners.push(listener);
      },
    },
    finish({ body, status, statusText, headers }) {
      if (!body) end();
      return new Response(body && whenRead(body, end), { status, statusText, headers });
    },
  };
}

async function readChunks(request: Request, take: (chunk: Uint8Array) => void): Promise<void> {
  if (request.bodyUsed) throw alreadyRead();
  const reader = request.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw brokenOff();
    });
    if (done) return;
    try {
      take(value);
    } catch (error) {
      reader.cancel().catch(() => {});
      throw error;
    }
  }
}

/** The same stream, whose end is reported: complete, failed, or left by its reader. */
function whenRead(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
