import { z } from 'zod';

/** What the page of a question is told of it. */
export const askPageSchema = z.object({
  askId: z.string(),
  toolName: z.string(),
  /** Which of the tool's questions it is; empty for questions that have no name. */
  key: z.string(),
  message: z.string(),
  schema: z.record(z.string(), z.unknown()),
  /** What the question shows beside its message. */
  context: z.record(z.string(), z.unknown()),
  askedAt: z.string(),
  status: z.enum(['open', 'answered', 'expired', 'withdrawn']),
  answer: z
    .object({
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  answeredAt: z.string().optional(),
  /** How the call that asked stands. */
  callStatus: z
    .enum(['running', 'awaiting_elicit', 'awaiting_sample', 'completed', 'failed', 'aborted'])
    .optional(),
  /** The call's newest open question, where there is one. */
  nextAskId: z.string().optional(),
});

export type AskPage = z.infer<typeof askPageSchema>;

/** What the socket /ws/asks/ID says: how the question stands, now and whenever that has changed; or why there is none. */
export type AskMessage = { ask: AskPage } | { fault: string };

/** What the socket /ws/asks says: the person's open questions, newest first, now and whenever they have changed. */
export interface AskList {
  asks: Pick<AskPage, 'askId' | 'toolName' | 'message' | 'askedAt'>[];
}
