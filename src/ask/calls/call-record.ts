import { z } from 'zod';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Message } from '../tool/message.ts';

/** What a tool session's record keeps of its call; everything that happens later is in its log. */
const callSchema = z.object({
  callId: z.string(),
  conversationId: z.string().optional(),
  tool: z.string(),
  /** The name of the user whose call it is, for others who are asked. */
  caller: z.string().optional(),
  /** As parsed, in the codec of `lib/json-codec.ts`: parsing may produce dates and the like. */
  params: z.record(z.string(), z.unknown()),
  /** Its tool asks with `ctx.ask`: the client calls it again with the answers, and nothing drives it here. */
  inRounds: z.boolean().optional(),
  /** The same for the same call of the same client: user, client, conversation, tool and arguments. */
  same: z.string().optional(),
  /** The caller's model is asked where none is configured here. */
  clientSamples: z.boolean().optional(),
  parent: z
    .object({ messages: z.array(z.custom<Message>()), systemPrompt: z.string().optional() })
    .optional(),
});

export type CallRecord = z.infer<typeof callSchema>;

/** Undefined for a session of an earlier version that kept a question alone. */
export function callRecordOf(record: SessionRecord): CallRecord | undefined {
  const parsed = callSchema.safeParse(record.data.call);
  return parsed.success ? parsed.data : undefined;
}

/** Each question has its own id, which contains the id of its call. */
export function toAskId(sessionId: string, seq: number): string {
  return `${sessionId.replace(/^sess_/, 'ask_')}-${seq}`;
}

/** The call and the question number in an ask id; undefined for anything else. */
export function parseAskId(askId: string): { sessionId: string; seq: number } | undefined {
  const match = /^ask_([0-9a-z]{26})-([1-9]\d{0,4})$/.exec(askId);
  return match ? { sessionId: `sess_${match[1]}`, seq: Number(match[2]) } : undefined;
}
