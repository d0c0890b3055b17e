import type { ChatLine, ChatModel, ChatStatus } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';
import type { ConversationRunner } from '../run/conversation-runner.ts';

const HEARTBEAT_MS = 15_000;
const encoder = new TextEncoder();
const EMPTY_LINE = encoder.encode('\n');

export interface ReadOptions {
  /** Read the events after this number. */
  after: number;
  /** Keep the stream open when no run is under way. */
  follow: boolean;
  model: ChatModel;
  /** Looked up before anything is sent: a conversation may be shared for a while only. */
  mayRead(): Promise<boolean>;
}

/** Stream a conversation's events. A slow or missing reader does not affect the writer. */
export function toChatResponse(
  runner: ConversationRunner,
  conversation: Conversation,
  options: ReadOptions,
): Response {
  return new Response(toStream(runner, conversation, options), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Conversation-Id': conversation.id,
    },
  });
}

function toStream(
  runner: ConversationRunner,
  conversation: Conversation,
  { after, follow, model, mayRead }: ReadOptions,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const { signal } = gone;
  let lsn = after;
  let stopWatching = () => {};
  let beating: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(beating);
    stopWatching();
    stopWatching = () => {};
    gone.abort();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const isRunning = !runner.standsStill(conversation);
      const status: ChatStatus = isRunning ? 'running' : conversation.transcript.status;
      const first: ChatLine = {
        lsn,
        event: { type: 'session_info', conversationId: conversation.id, status, model },
      };
      controller.enqueue(encoder.encode(`${JSON.stringify(first)}\n`));
      stopWatching = runner.watch(conversation);
      beating = setInterval(() => {
        // Only for readers that keep up; a slow one has enough to read.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(EMPTY_LINE);
        // Where another process ended the share.
        conversation.readers.changed();
      }, HEARTBEAT_MS).unref();
    },
    async pull(controller) {
      while (!signal.aborted) {
        if (!(await mayRead())) {
          stop();
          controller.close();
          return;
        }
        const chunk = conversation.take(lsn);
        if (chunk) {
          lsn = chunk.lsn;
          controller.enqueue(chunk.bytes);
          return;
        }
        const isEnd = !follow && runner.standsStill(conversation);
        if (isEnd || runner.isOver(conversation)) {
          stop();
          controller.close();
          return;
        }
        await conversation.readers.next(signal);
      }
    },
    cancel: stop,
  });
}
