import { z } from 'zod';
import { sessionSummarySchema } from './page-messages.ts';

/** What `/api/admin/sessions` tells administrators: sessions of all users, newest first. */
export const adminPageSchema = z.object({
  sessions: z.array(sessionSummarySchema.extend({ userId: z.string() })),
  /** Present when there are more. */
  cursor: z.string().optional(),
  /** Every kind there may be. */
  kinds: z.array(z.string()),
});

/** What has ended: the session that was meant, and what was part of it. */
export const endedSchema = z.object({ ended: z.array(z.string()) });

export type AdminPageState = z.infer<typeof adminPageSchema>;
