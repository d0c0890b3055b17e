import { TandemError } from '../../../errors.ts';

/** Longer than any tool of an app should need. */
const MAX_SILENT_MS = 5 * 60_000;

/**
 * A stream for a reader who may leave. The server does not notice: tools it has begun to call are called, and what
 * the app does at the end is done. So a reader who leaves stops reading, and the reply is read to its end anyway.
 */
export function toAnswerStream(
  body: ReadableStream<Uint8Array>,
  agentId: string,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isLeft = false;
  return new ReadableStream({
    start(controller) {
      const leave = (reason: unknown) => {
        if (isLeft) return;
        isLeft = true;
        controller.error(reason);
      };
      signal?.addEventListener('abort', () => leave(signal.reason), { once: true });
      void pump();

      async function pump(): Promise<void> {
        try {
          for (;;) {
            const { done, value } = await inTime(reader, agentId);
            if (done) break;
            if (!isLeft) controller.enqueue(value);
          }
          if (!isLeft) controller.close();
          isLeft = true;
        } catch (error) {
          leave(error);
          await reader.cancel(error).catch(() => {});
        }
      }
    },
    cancel() {
      isLeft = true;
    },
  });
}

async function inTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  agentId: string,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const why = `Agent "${agentId}" has sent nothing for ${MAX_SILENT_MS / 60_000} minutes.`;
    timer = setTimeout(() => reject(new TandemError('timeout', why)), MAX_SILENT_MS);
    timer.unref();
  });
  try {
    return await Promise.race([reader.read(), late]);
  } finally {
    clearTimeout(timer);
  }
}
