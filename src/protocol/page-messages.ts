import { z } from 'zod';

/** What `/api/status` tells the person's page. */
export const statusSchema = z.object({
  version: z.string(),
  /** The served folder. */
  dir: z.string(),
  mcpUrl: z.string(),
  user: z.object({ userId: z.string(), name: z.string() }),
  areas: z.array(z.object({ name: z.string(), tools: z.array(z.string()) })),
});

export const sessionSummarySchema = z.object({
  sessionId: z.string(),
  kind: z.enum(['app', 'live', 'tool', 'chat']),
  name: z.string(),
  description: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  pageId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** What does not work now, such as an app that cannot be built. */
export const problemSchema = z.object({ of: z.string(), message: z.string() });

/** What the server pushes to an open page. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sessions'), sessions: z.array(sessionSummarySchema) }),
  z.object({ type: z.literal('session'), session: sessionSummarySchema }),
  z.object({ type: z.literal('problems'), problems: z.array(problemSchema) }),
]);

export type Status = z.infer<typeof statusSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
