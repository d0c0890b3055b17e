import { z } from 'zod';

/** What a person can begin a session with: the apps, and the pages they may open there. */
export const appsToOpenSchema = z.object({
  apps: z.array(
    z.object({
      name: z.string(),
      pages: z.array(z.object({ pageId: z.string(), title: z.string() })),
      /** Why the app cannot be used now. */
      problem: z.string().optional(),
    }),
  ),
});

export const newSessionSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** May be left out where there is one app. */
  app: z.string().optional(),
  pageId: z.string().optional(),
});

export const sessionBegunSchema = z.object({ sessionId: z.string() });

export type AppsToOpen = z.infer<typeof appsToOpenSchema>;
export type SessionBegun = z.infer<typeof sessionBegunSchema>;
