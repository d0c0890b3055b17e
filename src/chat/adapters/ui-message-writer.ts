import type { UIMessageChunk } from 'ai';
import type { ChatEvent, ChatModel, ChatToolCall } from '../../protocol/chat-stream.ts';
import { AskBook, type AskData, type EventWriter } from './event-writer.ts';

/**
 * The data parts of a message. `UIMessage<UiMetadata, UiData>` types them in an AI SDK front end.
 *
 * @example
 * ```ts
 * import type { UIMessage } from 'ai';
 * import type { UiData, UiMetadata } from 'tandem-mcp/chat';
 *
 * export function questionsOf(message: UIMessage<UiMetadata, UiData>) {
 *   return message.parts.flatMap((part) => (part.type === 'data-tandem-ask' ? [part.data] : []));
 * }
 * ```
 */
export type UiData = {
  'tandem-ask': AskData;
  'tandem-progress': { callId: string; message?: string; progress?: number };
  /** The text of this message so far is void. */
  'tandem-dropped': { messageId: string };
};

/** The metadata of a message in an AI SDK front end. */
export interface UiMetadata {
  conversationId?: string;
  model?: ChatModel;
}

type Chunk = UIMessageChunk<UiMetadata, UiData>;

/**
 * The AI SDK's UI message stream. A run is one message, its rounds are steps; a question is a data part with an id,
 * so that its answer replaces it.
 */
export function createUiMessageWriter(known: readonly ChatToolCall[] = []): EventWriter {
  const asks = new AskBook(known);
  const calls = new Map(known.map((call) => [call.callId, call]));
  let isStarted = false;
  let step: string | undefined;
  let part: { kind: 'text' | 'reasoning'; id: string } | undefined;
  let parts = 0;

  const closePart = (): Chunk[] => {
    const open = part;
    part = undefined;
    return open ? [{ type: `${open.kind}-end`, id: open.id }] : [];
  };
  const closeStep = (): Chunk[] => {
    const closed = [...closePart(), ...(step === undefined ? [] : [{ type: 'finish-step' } as const])];
    step = undefined;
    return closed;
  };
  const openStep = (messageId: string): Chunk[] => {
    if (step === messageId) return [];
    const opened: Chunk[] = [...closeStep(), { type: 'start-step' }];
    step = messageId;
    return opened;
  };
  const say = (kind: 'text' | 'reasoning', messageId: string, delta: string): Chunk[] => {
    const chunks = openStep(messageId);
    if (part?.kind !== kind) {
      chunks.push(...closePart());
      part = { kind, id: `${messageId}-${parts++}` };
      chunks.push({ type: `${kind}-start`, id: part.id });
    }
    return [...chunks, { type: `${kind}-delta`, id: part.id, delta }];
  };
  /** A call from before this stream is unknown to a client that reads only this stream. */
  const recall = (callId: string): Chunk[] => {
    const call = calls.get(callId);
    calls.delete(callId);
    return call ? [toInput(call)] : [];
  };

  const toChunks = (event: ChatEvent): Chunk[] => {
    switch (event.type) {
      case 'text':
        return say('text', event.messageId, event.text);
      case 'thinking':
        return say('reasoning', event.messageId, event.text);
      case 'message_dropped':
        return [...closeStep(), { type: 'data-tandem-dropped', data: { messageId: event.messageId } }];
      case 'tool_calls':
        return [...openStep(event.messageId), ...closePart(), ...event.calls.map(toInput)];
      case 'plugin_session_status': {
        const { callId, message, progress } = event;
        const said = {
          ...(message === undefined ? {} : { message }),
          ...(progress === undefined ? {} : { progress }),
        };
        return [{ type: 'data-tandem-progress', transient: true, data: { callId, ...said } }];
      }
      case 'plugin_elicit_request': {
        const data = asks.ask(event);
        return [...recall(event.callId), { type: 'data-tandem-ask', id: event.elicitId, data }];
      }
      case 'plugin_elicit_response': {
        const data = asks.answer(event);
        if (!data) return [];
        return [...recall(event.callId), { type: 'data-tandem-ask', id: event.elicitId, data }];
      }
      case 'tool_result': {
        const { callId: toolCallId, result: output } = event;
        return [...recall(toolCallId), { type: 'tool-output-available', toolCallId, output, dynamic: true }];
      }
      case 'tool_error': {
        const { callId: toolCallId, error: errorText } = event;
        return [...recall(toolCallId), { type: 'tool-output-error', toolCallId, errorText, dynamic: true }];
      }
      case 'conversation_state':
        return [...closeStep(), { type: 'finish', finishReason: 'tool-calls' }];
      case 'complete':
        return [...closeStep(), { type: 'finish', finishReason: 'stop' }];
      case 'error':
        return [...closeStep(), { type: 'error', errorText: event.message }];
      case 'aborted':
        return [...closeStep(), { type: 'abort', reason: event.reason }];
      // The front end already has the person's own turns.
      default:
        return [];
    }
  };

  return {
    write(event) {
      if (event.type === 'session_info') {
        if (isStarted) return [];
        isStarted = true;
        const { conversationId, model } = event;
        return [{ type: 'start', messageMetadata: { conversationId, model } } satisfies Chunk];
      }
      return toChunks(event);
    },
    end: closeStep,
  };
}

function toInput({ callId, toolName, input }: Pick<ChatToolCall, 'callId' | 'toolName' | 'input'>): Chunk {
  return { type: 'tool-input-available', toolCallId: callId, toolName, input, dynamic: true };
}
