import type { ParentConversation } from '../../ask/door.ts';
import type { Conversation } from '../log/conversation.ts';

/** The record of a call keeps a copy, since a replay must find the same messages. */
const MAX_MESSAGES = 40;

/** The conversation as a tool sees it (`ctx.parentMessages`): what was said, without calls. */
export function toParent({ transcript }: Conversation, systemPrompt: string | undefined): ParentConversation {
  const messages = transcript.messages
    .filter(({ text }) => text !== '')
    .slice(-MAX_MESSAGES)
    .map(({ role, text }) => ({ role, content: text }));
  return { messages, ...(systemPrompt === undefined ? {} : { systemPrompt }) };
}
