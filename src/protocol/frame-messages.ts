import { z } from 'zod';
import { replicaCallSchema, screenSchema } from './replica-calls.ts';
import type { ReplicaState } from './replica-state.ts';

/** The first message of the frame, before it has a port. */
export const FRAME_HELLO = 'tandem-frame';

/**
 * Everything that the frame with the app may ask of the page around it. Code of the app runs in the frame, so each message is
 * checked; none of them can approve anything or name a session.
 */
export const fromFrameSchema = z.discriminatedUnion('type', [
  /** It has loaded and can draw. */
  z.strictObject({ type: z.literal('ready'), screen: screenSchema }),
  z.strictObject({
    type: z.literal('calls'),
    /** Counts what the frame sent. */
    number: z.number().int(),
    visit: z.number().int(),
    calls: z.array(replicaCallSchema).min(1).max(200),
  }),
  z.strictObject({ type: z.literal('screen'), screen: screenSchema }),
  /** A link that leads out of the app. */
  z.strictObject({ type: z.literal('open'), url: z.string().max(2000) }),
  /** Where the person is typing; null if nowhere. */
  z.strictObject({ type: z.literal('typing'), blockId: z.string().max(300).nullable() }),
  /** Somebody else changed the field that the person is typing in. What the person types wins. */
  z.strictObject({ type: z.literal('conflict'), blockId: z.string().max(300) }),
  /** This revision is on the screen. */
  z.strictObject({ type: z.literal('shown'), rev: z.number() }),
  z.strictObject({ type: z.literal('trouble'), message: z.string().max(2000) }),
]);

export type FromFrame = z.infer<typeof fromFrameSchema>;

/** How one call ended. */
export interface ReplicaOutcome {
  success: boolean;
  error?: string | undefined;
}

/** What the page tells the frame. The frame trusts it. */
export type ToFrame =
  | { type: 'state'; rev: number; replica: ReplicaState }
  /** The calls of this number are over, and their effects are in this revision. */
  | { type: 'done'; number: number; rev: number; outcomes: ReplicaOutcome[] }
  /** They were not made. */
  | { type: 'refused'; number: number; error: string }
  /** Marks blocks for a moment, with who changed them. */
  | { type: 'mark'; blockIds: string[]; name: string; color: string };
