import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/** What is remembered in the browser between leaving for the provider and coming back. */
const pendingSchema = z.strictObject({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  redirectUri: z.string().min(1),
  /** The page that was opened first. */
  to: z.string().startsWith('/'),
});

export type PendingSignIn = z.infer<typeof pendingSchema>;

/** Typing a password and a second factor takes minutes, not hours. */
export const PENDING_SECONDS = 10 * 60;

export interface PendingSeal {
  seal(pending: PendingSignIn): Promise<string>;
  /** Undefined for what was not sealed here, or too long ago. */
  open(sealed: string | undefined): Promise<PendingSignIn | undefined>;
}

/** Encrypted, since the verifier must stay unknown to others; in a cookie, so that any process can finish what another began. */
export function createPendingSeal(secret: () => string): PendingSeal {
  const key = () => new Uint8Array(hkdfSync('sha256', secret(), '', 'tandem pending sign-in v1', 32));
  return {
    async seal(pending) {
      const { EncryptJWT } = await import('jose');
      return new EncryptJWT(pending)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(Math.floor(Date.now() / 1000) + PENDING_SECONDS)
        .encrypt(key());
    },
    async open(sealed) {
      if (sealed === undefined) return undefined;
      const { jwtDecrypt } = await import('jose');
      try {
        const { payload } = await jwtDecrypt(sealed, key(), { requiredClaims: ['exp'] });
        const { exp: _, ...pending } = payload;
        return pendingSchema.parse(pending);
      } catch {
        return undefined;
      }
    },
  };
}
