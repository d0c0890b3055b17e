import { newId } from '../../lib/new-id.ts';
import type { ChatEvent, ChatInputMessage } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';

type Turn = Extract<ChatEvent, { type: 'user_message' }>;

/**
 * The new turns in a client's messages: the person's turns at the end. Client-sent history is ignored, since ours is in
 * the log.
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
