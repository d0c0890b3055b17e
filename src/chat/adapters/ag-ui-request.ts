import { z } from 'zod';
import { chatInputMessageSchema, elicitResultSchema } from '../../protocol/chat-stream.ts';
import { fromChatRequest, type Incoming, type IncomingAnswer, parseBody } from './incoming.ts';

const resumeSchema = z.object({
  interruptId: z.string(),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
});

/** AG-UI's `RunAgentInput`, as far as we use it: state, context and tools of the front end are ignored. */
const inputSchema = z.object({
  threadId: z.string().min(1).max(200),
  runId: z.string(),
  messages: z.array(
    chatInputMessageSchema.extend({ content: chatInputMessageSchema.shape.content.default('') }),
  ),
  resume: z.array(resumeSchema).nullish(),
});

export function fromAgUiRequest(body: unknown): Incoming {
  if (typeof body !== 'object' || body === null || !('threadId' in body)) return fromChatRequest(body);
  const { threadId: thread, runId, messages, resume } = parseBody(inputSchema, body);
  return { messages, answers: (resume ?? []).map(toAnswer), thread, runId };
}

/** The payload is what the interrupt's `responseSchema` asks for, or a whole answer, which can also decline. */
function toAnswer({ interruptId: elicitId, status, payload }: z.infer<typeof resumeSchema>): IncomingAnswer {
  if (status === 'cancelled') return { elicitId, result: { action: 'cancel' } };
  const whole = elicitResultSchema.safeParse(payload);
  if (whole.success) return { elicitId, result: whole.data };
  const content = parseBody(z.record(z.string(), z.unknown()), payload ?? {});
  return { elicitId, result: { action: 'accept', content } };
}
