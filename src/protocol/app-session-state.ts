import { z } from 'zod';
import { pageViewSchema } from './page-view.ts';
import { rowsSchema } from './view-fact.ts';

/** One thing that somebody did in a session, as its history has it. */
export const doneSchema = z.looseObject({
  timestamp: z.string(),
  actor: z.object({ kind: z.enum(['agent', 'person', 'system']), name: z.string() }),
  action: z.string(),
});

/** What the page of an app's session is told, whenever something has changed. */
export const appSessionStateSchema = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  /** Counts changes; sent back with what depends on where something stands. */
  rev: z.number(),
  /** The page that the session is on, in view nodes; null before the first one and after the end. */
  view: pageViewSchema.nullable(),
  /** Where in the app that is: at another address the same fields are about something else. */
  address: z.string(),
  /** Why there is no view although the session is open: what is wrong with the app, or with the session. */
  problem: z.string().optional(),
  warnings: z.array(z.string()),
  /** It changes by itself, and is looked at again soon. */
  isAnswering: z.boolean().optional(),
  history: z.array(doneSchema),
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
      messages: z.array(z.string()).optional(),
      warnings: z.array(z.string()).optional(),
      opened: z.object({ name: z.string(), url: z.string() }).optional(),
    }),
  ),
});

export type Done = z.infer<typeof doneSchema>;
export type AppSessionState = z.infer<typeof appSessionStateSchema>;
/** Which rows of a table, or items of a list, the person asked for. */
export type RowsWanted = z.infer<typeof rowsWantedSchema>['rows'];
export type Acted = z.infer<typeof actedSchema>;
