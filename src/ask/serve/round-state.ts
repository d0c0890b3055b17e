import { z } from 'zod';

/** What the next round must know: which question each request of this round stands for. Sealed in transit. */
const roundSchema = z.object({
  sessionId: z.string(),
  /** The call was started not by this request but by an earlier, identical one. */
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
