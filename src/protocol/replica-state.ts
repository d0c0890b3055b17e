import { z } from 'zod';
import { screenSchema } from './replica-calls.ts';

const record = z.record(z.string(), z.unknown());

/** What the app said to its user. Each has a number, larger than those before it. */
export const noticeSchema = z.object({
  number: z.number(),
  /** The block whose method showed it; absent for messages of actions. */
  blockId: z.string().optional(),
  params: record,
});

/** A page of an app for the real client: everything it needs to draw what the session's own engine has. */
export const replicaStateSchema = z.object({
  /** Counts visits of pages: what belongs to another visit is not done on this one. */
  visit: z.number(),
  pageId: z.string(),
  urlQuery: z.string(),
  /** What people call it. */
  title: z.string(),
  /** On a new visit: the configuration, without actions and requests. */
  page: z.object({ pageConfig: record, rootConfig: record, user: record.nullable() }).optional(),
  /** In the form of Lowdefy's serializer. */
  state: z.unknown(),
  global: z.unknown(),
  requests: z.unknown(),
  /** Responses of the app's endpoints. */
  endpoints: z.unknown(),
  input: z.unknown(),
  /** What components keep to themselves, by block. */
  ui: z.object({
    open: z.record(z.string(), z.boolean()),
    active: z.record(z.string(), z.array(z.string())),
    gone: z.record(z.string(), z.boolean()),
  }),
  /** Blocks that show their validation. */
  validated: z.array(z.string()),
  /** Names of the items of each list, in order. */
  lists: z.record(z.string(), z.array(z.string())),
  /** Blocks that agents cannot see. */
  hidden: z.array(z.string()),
  notices: z.array(noticeSchema),
  screen: screenSchema,
});

/** Whether the app's components can be shown in a browser, and if not yet or not at all, why. */
export const clientStatusSchema = z.discriminatedUnion('status', [
  /**
   * `frame`: the address of the page that draws the app. `base`: where the app's own public files are. `app`: the script with what the
   * app adds to the client, such as its own components. `style`: its own style sheet.
   */
  z.object({
    status: z.literal('ready'),
    frame: z.string(),
    base: z.string(),
    app: z.string().optional(),
    style: z.string().optional(),
  }),
  z.object({ status: z.literal('making'), step: z.string() }),
  z.object({ status: z.literal('none'), reason: z.string() }),
]);

export type ReplicaState = z.infer<typeof replicaStateSchema>;
export type ReplicaNotice = z.infer<typeof noticeSchema>;
export type ClientStatus = z.infer<typeof clientStatusSchema>;
