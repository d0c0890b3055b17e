import { z } from 'zod';
import { replicaCallSchema, screenSchema } from './replica-calls.ts';
import type { ReplicaState } from './replica-state.ts';

/** The first message of the frame, before it has a port. */
export const FRAME_HELLO = 'tandem-frame';

const text = z.string().max(300);

/** A text that the person typed, the page and the field that it belongs to, and whether that is on the screen. */
export const keptTextSchema = z.strictObject({
  page: text,
  label: text,
  text: z.string().max(5000),
  place: z.enum(['here', 'elsewhere', 'gone']),
});

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
  /** Somebody else changed the field that the person is typing in. What the person types wins. */
  z.strictObject({ type: z.literal('conflict'), label: text }),
  /**
   * The session went to another page while the person was typing. Theirs stays until they decide; null when that is over. The
   * titles of both pages.
   */
  z.strictObject({
    type: z.literal('away'),
    away: z.strictObject({ here: text, there: text }).nullable(),
  }),
  /** They did something on the page that the session has left, and it was not done. */
  z.strictObject({ type: z.literal('notHere') }),
  /** Texts that the person typed and the session does not have. */
  z.strictObject({ type: z.literal('kept'), texts: z.array(keptTextSchema).max(100) }),
  /** This revision is on the screen. */
  z.strictObject({ type: z.literal('shown'), rev: z.number() }),
  z.strictObject({ type: z.literal('trouble'), message: z.string().max(2000) }),
]);

export type KeptText = z.infer<typeof keptTextSchema>;
export type FromFrame = z.infer<typeof fromFrameSchema>;

/** Why calls were not made: the session is on another visit, or cannot be reached. Undefined if they are not allowed. */
export type Refusal = 'moved' | 'away';

/** How one call ended. */
export interface ReplicaOutcome {
  success: boolean;
  error?: string | undefined;
  /** It led to another page. */
  moved?: boolean;
  why?: Refusal | undefined;
}

/** What the page tells the frame. The frame trusts it. */
export type ToFrame =
  | { type: 'state'; rev: number; replica: ReplicaState }
  /** The calls of this number are over, and their effects are in this revision. */
  | { type: 'done'; number: number; rev: number; outcomes: ReplicaOutcome[] }
  /** They were not made. */
  | { type: 'refused'; number: number; error: string; why: Refusal | undefined }
  /** What the person wants: the page that the session is on, theirs, or the session back on theirs. */
  | { type: 'follow' | 'stay' | 'bringBack' }
  /** What they want with texts that the session does not have. */
  | { type: 'putBack' | 'goBack' | 'discard' }
  /** Marks blocks for a moment, with who changed them. */
  | { type: 'mark'; blockIds: string[]; name: string; color: string };
