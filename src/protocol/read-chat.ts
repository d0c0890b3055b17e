import { isRecord } from '../lib/is-record.ts';
import type { ChatError, ChatEvent, ChatHistory, ChatIndex, ChatLine } from './chat-stream.ts';

/*
 * What a browser checks of what the chat sends. By hand, because the schemas would be larger than everything else in
 * `tandem-mcp/react`; what nothing in the browser depends on is not checked.
 */

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

const model = shape({ name: text });
const result = optional(shape({ action: text }));
const question = { callId: text, toolName: text, elicitId: text, key: text, message: text };
const asked = { ...question, schema: isRecord, context: isRecord };
const call = { callId: text, toolName: text };
const piece = { messageId: text, text };

const EVENTS: Record<ChatEvent['type'], Check> = {
  session_info: shape({ conversationId: text, status: text, model }),
  user_message: shape(piece),
  text: shape(piece),
  thinking: shape(piece),
  message_dropped: shape({ messageId: text }),
  tool_calls: shape({ messageId: text, calls: list(shape(call)) }),
  plugin_session_status: shape({ callId: text, message: optional(text) }),
  plugin_elicit_request: shape(asked),
  plugin_elicit_response: shape({ callId: text, elicitId: text, result }),
  tool_result: shape(call),
  tool_error: shape({ ...call, error: text }),
  plugin_session_error: shape({}),
  conversation_state: shape({}),
  complete: shape({}),
  error: shape({ message: text }),
  aborted: shape({}),
};

const elicitation = shape({ ...asked, status: text, response: result });
const toolCall = shape({ ...call, status: text, error: optional(text), elicitations: list(elicitation) });
const message = shape({ id: text, role: text, text, thinking: optional(text), toolCalls: list(toolCall) });
const history = shape({
  conversationId: text,
  title: text,
  status: text,
  model,
  lsn: Number.isSafeInteger,
  messages: list(message),
  error: optional(shape({ message: text })),
});
const index = shape({
  model,
  models: list(text),
  tools: list(shape({ name: text, description: text })),
  conversations: list(shape({ conversationId: text, title: text, updatedAt: text })),
});

/** A line of the stream; undefined for an event that this client does not know, as of a newer server. */
export function readChatLine(value: unknown): ChatLine | undefined {
  if (!isRecord(value) || !Number.isSafeInteger(value.lsn) || !isRecord(value.event)) throw notUnderstood();
  const { type } = value.event;
  if (typeof type !== 'string' || !Object.hasOwn(EVENTS, type)) return undefined;
  if (!EVENTS[type as ChatEvent['type']](value.event)) throw notUnderstood();
  return value as unknown as ChatLine;
}

export function readChatHistory(value: unknown): ChatHistory {
  if (!history(value)) throw notUnderstood();
  return value as ChatHistory;
}

export function readChatIndex(value: unknown): ChatIndex {
  if (!index(value)) throw notUnderstood();
  return value as ChatIndex;
}

/** What can be read of a refusal, which may also come from a proxy. */
export function readChatError(value: unknown): Partial<ChatError> {
  if (!isRecord(value)) return {};
  const { error, fields } = value;
  const isOfFields = isRecord(fields) && Object.values(fields).every(text);
  return {
    ...(typeof error === 'string' ? { error } : {}),
    ...(isOfFields ? { fields: fields as Record<string, string> } : {}),
  };
}

function notUnderstood(): Error {
  return new Error('The chat server sent something that this page does not understand. Reload the page.');
}
