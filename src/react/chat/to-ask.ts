import type { ChatElicitation } from '../../protocol/chat-stream.ts';
import type { Ask } from '../ask/ask.ts';

/** A question of a chat as components show questions. */
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
