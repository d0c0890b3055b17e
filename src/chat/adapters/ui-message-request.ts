import { z } from 'zod';
import { chatInputMessageSchema, chatRequestSchema } from '../../protocol/chat-stream.ts';
import { type Incoming, parseBody } from './incoming.ts';

const uiMessageSchema = z
  .object({ id: z.string().max(200), role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
  .transform(({ id, role, parts }) => ({
    id,
    role,
    content: parts.map(({ type, text }) => ({ type, ...(typeof text === 'string' ? { text } : {}) })),
  }));

/** What the AI SDK's transports send: the chat's id and its messages, and our own fields in its `body`. */
const requestSchema = chatRequestSchema.extend({
  id: z.string().min(1).max(200).optional(),
  messages: z.array(z.union([uiMessageSchema, chatInputMessageSchema])).optional(),
  trigger: z.string().optional(),
  messageId: z.string().optional(),
});

export function fromUiMessageRequest(body: unknown): Incoming {
  const {
    id: thread,
    trigger: _,
    messageId: __,
    pluginElicitResponses: answers = [],
    ...request
  } = parseBody(requestSchema, body);
  return { ...request, answers, thread };
}
