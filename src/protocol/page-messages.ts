import { z } from 'zod';

/** What `/api/status` tells the person's page. */
export const statusSchema = z.object({
  version: z.string(),
  /** The served folder. */
  dir: z.string(),
  mcpUrl: z.string(),
  user: z.object({ userId: z.string(), name: z.string() }),
  areas: z.array(
    z.object({
      name: z.string(),
      tools: z.array(z.string()),
      /** Its page in the menu. */
      page: z.object({ path: z.string(), title: z.string() }).optional(),
    }),
  ),
});

export const sessionSummarySchema = z.object({
  sessionId: z.string(),
  kind: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  pageId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A session as the person's list shows it. */
export const listedSessionSchema = sessionSummarySchema.extend({
  /** Where the person finds it. The first link without a text carries the session's name. */
  links: z.array(z.object({ href: z.string(), text: z.string().optional() })),
  /** The person may close it here. */
  closable: z.boolean(),
});

/** What does not work now, such as an app that cannot be built. */
export const problemSchema = z.object({ of: z.string(), message: z.string() });

/** What the server pushes to an open page. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sessions'), sessions: z.array(listedSessionSchema) }),
  z.object({ type: z.literal('session'), session: listedSessionSchema }),
  z.object({ type: z.literal('problems'), problems: z.array(problemSchema) }),
]);

/** What `/api/page-token` tells a page: it goes into the header of requests that change something. */
export const pageTokenSchema = z.object({ token: z.string() });

/** What the Lua console is told of code that it ran: the JSON of the result, or what went wrong. */
export const luaResultSchema = z.object({ result: z.string().optional(), error: z.string().optional() });

/** Why a request was refused. */
export const refusalSchema = z.object({ error: z.string().optional() });

export type Status = z.infer<typeof statusSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
export type ListedSession = z.infer<typeof listedSessionSchema>;
