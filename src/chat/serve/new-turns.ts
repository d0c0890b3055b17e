import { newId } from '../../lib/new-id.ts';
import type { ChatEvent, ChatInputMessage } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';

type Turn = Extract<ChatEvent, { type: 'user_message' }>;

/**
 * What a client's messages bring that is new: the person's turns at their end. The rest is what the client believes of
 * the past, and the past is in our log.
 */
export function toNewTurns(conversation: Conversation, messages: readonly ChatInputMessage[]): Turn[] {
  const lastOther = messages.findLastIndex(({ role }) => role !== 'user');
  const known = new Set(conversation.transcript.messages.map(({ id }) => id));
  return messages.slice(lastOther + 1).flatMap(({ id, content }): Turn[] => {
    const text = textOf(content).trim();
    const messageId = id ?? newId('turn_');
    return text === '' || known.has(messageId) ? [] : [{ type: 'user_message', messageId, text }];
  });
}

function textOf(content: ChatInputMessage['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
