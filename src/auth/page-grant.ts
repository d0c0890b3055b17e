import { z } from 'zod';

/** Not strict: a principal with more fields (`local`, `expiresAt`) is cut down to these. */
const principalSchema = z.object({
  userId: z.string(),
  roles: z.array(z.string()),
  user: z.record(z.string(), z.unknown()).nullable(),
  kind: z.enum(['agent', 'person']),
  name: z.string(),
});

/**
 * Whom a page's cookie stands for. A key is named, not contained, so that removing it from the configuration
 * ends its cookies; a token's claims are copied, because the token itself is not kept.
 */
export const subjectSchema = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('local') }),
  z.strictObject({ t: z.literal('key'), id: z.string() }),
  /** `exp` is the token's own, in seconds since 1970. */
  z.strictObject({ t: z.literal('claims'), principal: principalSchema, exp: z.number() }),
  /** Signed in at the provider `iss`; `exp` is when to do so again. */
  z.strictObject({ t: z.literal('person'), iss: z.string(), principal: principalSchema, exp: z.number() }),
]);

export type Subject = z.infer<typeof subjectSchema>;

/** `page`: the person's pages (localhost). `views`: views written by agents (127.0.0.1). Neither opens the other. */
export type Audience = 'page' | 'views';

export interface Grant {
  audience: Audience;
  subject: Subject;
}
