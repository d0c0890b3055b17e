import { z } from 'zod';
import { filledText, settingsSchema } from '../lib/settings-schema.ts';
import { claimsShape, issuerSchema, scopesSchema } from './auth-config.ts';

/** `mcp.signIn`: where people sign in as themselves. */
export const signInSchema = settingsSchema('signIn', {
  /** Else the issuer of `mcp.auth`. */
  issuer: issuerSchema.optional(),
  clientId: filledText('clientId'),
  /** Names an environment variable. Without it this server is a public client. */
  clientSecretEnv: filledText('clientSecretEnv').optional(),
  scopes: scopesSchema.default(['profile', 'email']),
  /** People sign in again after this time. */
  hours: z
    .number('hours must be a number.')
    .positive('hours must be more than 0.')
    .max(30 * 24, 'hours must be at most 720.')
    .default(12),
  ...claimsShape,
});

export type SignInConfig = z.infer<typeof signInSchema>;
