import { z } from 'zod';

const blockId = z.string().min(1).max(300);
/**
 * The items of lists that the block is in, from the outside in. Ids contain positions, which change when somebody adds or
 * removes items meanwhile; these names do not.
 */
const itemName = z.string().max(60);
const items = z.array(itemName).max(10).optional();
const text = z.string().max(2000);

/** What a component of the app did on the person's page: the engine's own calls, not the gestures that agents perform. */
export const replicaCallSchema = z.discriminatedUnion('type', [
  /** Values and payloads are in the form of Lowdefy's serializer. */
  z.strictObject({ type: z.literal('setValue'), blockId, items, value: z.unknown() }),
  z.strictObject({
    type: z.literal('triggerEvent'),
    blockId,
    items,
    event: z.string().min(1).max(100),
    payload: z.unknown().optional(),
  }),
  z.strictObject({
    type: z.literal('callMethod'),
    blockId,
    items,
    method: z.enum(['pushItem', 'unshiftItem', 'removeItem', 'moveItemUp', 'moveItemDown']),
    args: z.array(z.number().int().min(0)).max(1).optional(),
    /** The item that the position in `args` means. */
    item: itemName.optional(),
  }),
  /** A link inside the app. */
  z.strictObject({
    type: z.literal('navigate'),
    pageId: z.string().min(1).max(300),
    query: text.optional(),
    input: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal('back') }),
]);

/** The person's window, which is the session's. */
export const screenSchema = z.strictObject({
  width: z.number().int().min(1).max(20_000),
  height: z.number().int().min(1).max(20_000),
});

/** Calls that belong together, such as a value and its `onChange`, on the visit of a page that the person saw. */
export const replicaBatchSchema = z.strictObject({
  visit: z.number().int(),
  calls: z.array(replicaCallSchema).max(200),
  screen: screenSchema.optional(),
});

export type ReplicaCall = z.infer<typeof replicaCallSchema>;
export type ReplicaBatch = z.infer<typeof replicaBatchSchema>;
export type Screen = z.infer<typeof screenSchema>;
