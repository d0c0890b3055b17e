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
  /** Who answered, if it was another user. */
  answeredBy: z.string().optional(),
  mayAnswer: z.boolean(),
  /** Whom an open question waits for, if not for this person. */
  waitsFor: z.string().optional(),
  /** Whose call asks, if it is another user's. */
  owner: z.string().optional(),
  /** How the call that asked stands. */
  callStatus: z
    .enum(['running', 'awaiting_elicit', 'awaiting_sample', 'completed', 'failed', 'aborted'])
    .optional(),
  /** Why the call cannot continue now: its tool has changed. */
  problem: z.string().optional(),
  /** The call's newest open question, where there is one. */
  nextAskId: z.string().optional(),
});

/** What the socket /ws/asks/ID says: how the question stands, now and whenever that has changed; or why there is none. */
export const askMessageSchema = z.union([z.object({ ask: askPageSchema }), z.object({ fault: z.string() })]);

/** What the socket /ws/asks says: the person's open questions, newest first, now and whenever they have changed. */
export const askListSchema = z.object({
  asks: z.array(
    askPageSchema
      .pick({
        askId: true,
        toolName: true,
        message: true,
        askedAt: true,
        mayAnswer: true,
        waitsFor: true,
        owner: true,
      })
      // The session that it is asked in; and of approvals, who asks.
      .extend({ sessionId: z.string().optional(), who: z.string().optional() }),
  ),
});

/** Why an answer was not accepted, and what is wrong with it, by field. */
export const answerRefusedSchema = z.object({
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
});

export type AskPageState = z.infer<typeof askPageSchema>;
export type AskMessage = z.infer<typeof askMessageSchema>;
export type AskListState = z.infer<typeof askListSchema>;
