import { z } from 'zod';
import { rightSchema } from './app-session-state.ts';
import { deedSchema } from './deed.ts';

/** What `/api/status` tells the person's page. */
export const statusSchema = z.object({
  version: z.string(),
  /** The served folder. */
  dir: z.string(),
  mcpUrl: z.string(),
  /** How a client on this machine starts us; absent for users of other machines. */
  command: z.array(z.string()).optional(),
  /** What agents show over HTTP: a key, or what they get by signing in. */
  agentsShow: z.enum(['key', 'signIn']),
  user: z.object({ userId: z.string(), name: z.string() }),
  /** There are other users to share with. */
  isTeam: z.boolean(),
  /** They administer the sessions of all users, on a page of its own. */
  isAdmin: z.boolean(),
  /** Where this page ends the sign-in, if it can. */
  signOutPath: z.string().optional(),
  areas: z.array(
    z.object({
      name: z.string(),
      tools: z.array(z.string()),
      /** Its page in the menu. */
      page: z.object({ path: z.string(), title: z.string() }).optional(),
    }),
  ),
});

/** What somebody did last, without what they typed. */
const lastDeedSchema = deedSchema.pick({
  timestamp: true,
  actor: true,
  verb: true,
  label: true,
  where: true,
});

export const sessionSummarySchema = z.object({
  sessionId: z.string(),
  kind: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  /** The administrator who ended it. */
  endedBy: z.string().optional(),
  pageId: z.string().nullable(),
  /** What it is about, where it is, and what somebody did last. */
  glance: z.object({ subject: z.string(), pageTitle: z.string(), last: lastDeedSchema }).partial().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A session as the person's list shows it. */
export const listedSessionSchema = sessionSummarySchema.extend({
  /** Where the person finds it. The first link without a text carries the session's name. */
  links: z.array(z.object({ href: z.string(), text: z.string().optional() })),
  /** People who have a page of it open. */
  here: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** The person may close it here. */
  closable: z.boolean(),
  /** The person may open it to others. */
  shareable: z.boolean(),
  /** Whose it is, where another user shares it with this person, and what they may do. */
  owner: z.string().optional(),
  may: z.array(rightSchema).optional(),
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
export const refusalSchema = z.object({ error: z.string().optional(), code: z.string().optional() });

export type Status = z.infer<typeof statusSchema>;
export type PageMessage = z.infer<typeof pageMessageSchema>;
export type ListedSession = z.infer<typeof listedSessionSchema>;
export type LastDeedShown = z.infer<typeof lastDeedSchema>;
