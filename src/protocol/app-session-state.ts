import { z } from 'zod';
import { deedSchema } from './deed.ts';
import { askFirstSchema, holdSchema } from './hold.ts';
import { pageViewSchema } from './page-view.ts';
import { replicaStateSchema } from './replica-state.ts';
import { rowsSchema } from './view-fact.ts';

/** What somebody may do with a session. */
export const rightSchema = z.enum(['view', 'act', 'answer']);

/** The code that the socket of a session is closed with when there is no such session for this person any longer. */
export const SESSION_GONE = 4404;

/** What the page of an app's session is told, whenever something has changed. */
export const appSessionStateSchema = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  /** Counts changes; sent back with what depends on where something stands. */
  rev: z.number(),
  /** The page that the session is on, in view nodes; null before the first one and after the end. */
  view: pageViewSchema.nullable(),
  /** The same page for the real client, on the socket that sends it. */
  replica: replicaStateSchema.optional(),
  /** Where in the app that is: at another address the same fields are about something else. */
  address: z.string(),
  /** Why there is no view although the session is open: what is wrong with the app, or with the session. */
  problem: z.string().optional(),
  warnings: z.array(z.string()),
  /** It changes by itself, and is looked at again soon. */
  isAnswering: z.boolean().optional(),
  /** The last of what was done, the newest last. */
  history: z.array(deedSchema),
  /** Who looks at it, for "you" in the history. */
  you: z.string(),
  /** Whose it is, where it is another's. */
  owner: z.string().optional(),
  may: z.array(rightSchema),
  /** Set while agents may not act. */
  hold: holdSchema.optional(),
  /** Set while somebody wants to be asked before each change. */
  askFirst: askFirstSchema.optional(),
  /** The last call of an agent, if it can be taken back. */
  undo: z.object({ by: z.string(), what: z.string() }).optional(),
  /** People who have its page open. */
  here: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** It can be opened to others here. */
  shareable: z.boolean(),
});

/** What the person wants to see of a table: the page sends this. */
export const rowsWantedSchema = z.object({
  rows: rowsSchema,
});

/** What came of what the person did: one line for each action; and the revs before and after it. */
export const actedSchema = z.object({
  from: z.number(),
  to: z.number(),
  done: z.array(
    z.looseObject({
      action: z.string(),
      success: z.boolean(),
      error: z.string().optional(),
      /** The page that it led to. */
      navigatedTo: z.string().optional(),
      messages: z.array(z.string()).optional(),
      warnings: z.array(z.string()).optional(),
      /** What the person is asked to confirm first. */
      needsConfirmation: z.string().optional(),
      opened: z.object({ name: z.string(), url: z.string() }).optional(),
    }),
  ),
});

/** How many things that people filled in since could not be filled in again. */
export const undoneSchema = z.object({ lost: z.number() });

export type AppSessionState = z.infer<typeof appSessionStateSchema>;
/** Which rows of a table, or items of a list, the person asked for. */
export type RowsWanted = z.infer<typeof rowsWantedSchema>['rows'];
export type Acted = z.infer<typeof actedSchema>;
