import { z } from 'zod';

/** What the next round must know: which question each request of this round stands for. Sealed on its way. */
const roundSchema = z.object({
  sessionId: z.string(),
  /** It was not begun by this caller's request but by the same one, then. */
  joinedAt: z.string().optional(),
  asked: z.record(
    z.string(),
    z.union([
      z.object({ askId: z.string(), mode: z.enum(['form', 'url']) }),
      z.object({ sample: z.literal(true) }),
    ]),
  ),
});

export type RoundState = z.infer<typeof roundSchema>;

/** Undefined in a call's first round. */
export function readRoundState(state: unknown): RoundState | undefined {
  return roundSchema.safeParse(state).data;
}
