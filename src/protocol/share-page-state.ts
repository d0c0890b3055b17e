import { z } from 'zod';
import { rightSchema } from './app-session-state.ts';
import { deedSchema } from './deed.ts';

/** What a page is told about whom a session is shared with. */
export const sharePageSchema = z.object({
  sessionId: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Where the session itself is; what a person passes on to those it is shared with. */
  href: z.string().optional(),
  sharedWith: z.array(
    z.object({
      user: z.string().optional(),
      role: z.string().optional(),
      may: z.array(rightSchema),
      at: z.string(),
    }),
  ),
  /** Who was let in, came, and was shut out: the newest last. */
  accesses: z.array(deedSchema),
});

export type SharePageState = z.infer<typeof sharePageSchema>;
