import { z } from 'zod';

/** A person keeps agents from acting in a session: paused, working in it themselves, or for good. */
export const holdSchema = z.object({
  kind: z.enum(['paused', 'taken', 'stopped']),
  /** The person's name, and their id. */
  by: z.string(),
  userId: z.string(),
});

/** What a person does about it on the session's page. */
export const holdStepSchema = z.enum(['pause', 'resume', 'takeOver', 'handBack', 'stop', 'allow']);

/** A person wants to be asked before an agent changes anything. */
export const askFirstSchema = holdSchema.pick({ by: true, userId: true });

export const holdRequestSchema = z.union([
  z.strictObject({ step: holdStepSchema }),
  z.strictObject({ askFirst: z.boolean() }),
]);

export type Hold = z.infer<typeof holdSchema>;
export type AskFirst = z.infer<typeof askFirstSchema>;
export type HoldRequest = z.infer<typeof holdRequestSchema>;
export type HoldStep = z.infer<typeof holdStepSchema>;
