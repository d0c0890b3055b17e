import type { ChatElicitation } from '../../protocol/chat-stream.ts';
import type { Ask } from '../ask/ask.ts';

/**
 * A question of a chat, in the form that components such as `AskCard` show.
 *
 * @example
 * ```ts
 * import { type ChatMessage, toAsk } from 'tandem-mcp/react';
 *
 * export function asksOf(message: ChatMessage) {
 *   return message.toolCalls.flatMap(({ elicitations }) => elicitations).map(toAsk);
 * }
 * ```
 */
export function toAsk(elicitation: ChatElicitation): Ask {
  const { elicitId, toolName, key, message, schema, context, callId, status, response } = elicitation;
  return {
    askId: elicitId,
    toolName,
    key,
    message,
    schema,
    context,
    callId,
    status: status === 'pending' ? 'open' : response ? 'answered' : 'withdrawn',
    answer: response,
  };
}
