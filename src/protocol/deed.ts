import { z } from 'zod';

const text = z.string();

/** One thing that somebody did in a session, in words for people. The sentence: who, `verb`, `label`, `rest`, `where`: `said`. */
export const deedSchema = z.object({
  /** One of a kind in its session. */
  id: text,
  /** The same for all that one call did. */
  call: text,
  timestamp: text,
  actor: z.object({ kind: z.enum(['agent', 'person', 'system']), name: text, userId: text }),
  verb: text,
  /** The verb while it happens. */
  doing: text.optional(),
  label: text.optional(),
  rest: text.optional(),
  where: text.optional(),
  said: text.optional(),
  /** What has one has failed. */
  reason: text.optional(),
  changes: z
    .array(z.object({ label: text.optional(), before: text.optional(), after: text.optional() }))
    .optional(),
  requests: z
    .array(z.object({ name: text, success: z.boolean(), ms: z.number().optional(), reason: text.optional() }))
    .optional(),
  texts: z.array(z.object({ title: text, text })).optional(),
  /** Of several in a row by one actor under the same name, only the last is shown. */
  fold: text.optional(),
  blockId: text.optional(),
});

/** What may be shown alone; several together show what is any of them. */
export const DEED_FILTERS = ['agent', 'person', 'failed', 'requests'] as const;

/** Which part of a history is wanted. */
export const deedsWantedSchema = z.object({
  show: z.array(z.enum(DEED_FILTERS)).max(DEED_FILTERS.length).default([]),
  /** Every word of it must be in the sentence, its reason or its details. */
  query: text.max(200).default(''),
});

/** A part of a time line, the oldest first; there is more before `earlier`. */
export const deedPageSchema = z.object({
  deeds: z.array(deedSchema),
  earlier: text.optional(),
});

/** What the socket of a time line tells: its end whenever another part of it is wanted, then what is added. */
export const timeLineMessageSchema = z.discriminatedUnion('type', [
  deedPageSchema.extend({
    type: z.literal('end'),
    wanted: deedsWantedSchema,
    name: text,
    you: text,
  }),
  z.object({ type: z.literal('more'), deeds: z.array(deedSchema) }),
]);

/** A session on the page of all activity, with the end of its time line. */
export const activeSessionSchema = z.object({
  sessionId: text,
  name: text,
  kind: text,
  status: z.enum(['open', 'closed', 'expired']),
  updatedAt: text,
  /** Where the person finds it. */
  href: text.optional(),
  /** Whose it is, where it is another's. */
  owner: text.optional(),
  deeds: z.array(deedSchema),
  /** There are more than these. */
  hasMore: z.boolean(),
});

/** Sessions by their last use, the newest first; `earlier` asks for those before. */
export const activityPageSchema = z.object({
  sessions: z.array(activeSessionSchema),
  earlier: text.optional(),
});

/** What the socket of all activity tells: the newest sessions, then each one that changes. */
export const activityMessageSchema = z.discriminatedUnion('type', [
  activityPageSchema.extend({ type: z.literal('newest'), wanted: deedsWantedSchema, you: text }),
  z.object({ type: z.literal('session'), session: activeSessionSchema }),
]);

export type ShownDeed = z.infer<typeof deedSchema>;
export type DeedFilter = (typeof DEED_FILTERS)[number];
export type DeedsWanted = z.infer<typeof deedsWantedSchema>;
export type DeedPage = z.infer<typeof deedPageSchema>;
export type TimeLineMessage = z.infer<typeof timeLineMessageSchema>;
export type ActiveSession = z.infer<typeof activeSessionSchema>;
export type ActiveSessions = z.infer<typeof activityPageSchema>;
export type ActivityMessage = z.infer<typeof activityMessageSchema>;
