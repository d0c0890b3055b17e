import { z } from 'zod';

/** What a person reads before they approve what an agent wants to do. It travels in the context of the question. */
export const approvalCardSchema = z.object({
  who: z.string(),
  app: z.string(),
  /** The page of the app that it is about. */
  page: z.string().optional(),
  sessionId: z.string(),
  /** What the app's author wrote for the person. */
  messages: z.array(z.string()),
  steps: z.array(
    z.object({
      verb: z.string(),
      label: z.string(),
      /** Of a value: what it is now, and what it would be. */
      from: z.string().optional(),
      to: z.string().optional(),
      /** The field of the answer in which the person may send another value. */
      field: z.string().optional(),
    }),
  ),
  /** The agent's own words. */
  reason: z.string().optional(),
  /** Something approved earlier whose outcome nobody knows. */
  unknown: z.string().optional(),
});

export type ShownApproval = z.infer<typeof approvalCardSchema>;

/** Undefined for a question that is not about an approval. */
export function approvalIn(context: Record<string, unknown>): ShownApproval | undefined {
  return approvalCardSchema.safeParse(context.approval).data;
}
