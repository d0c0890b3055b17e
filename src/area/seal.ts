import { createHash, hkdfSync } from 'node:crypto';
import { TandemError } from '../errors.ts';
import { canonicalJson } from '../lib/canonical-json.ts';

/** What a sealed state is good for, and nothing else: this user, this tool, these arguments. */
export interface SealBinding {
  userId: string;
  tool: string;
  arguments: unknown;
}

export interface Sealer {
  seal(state: unknown, binding: SealBinding): Promise<string>;
  /** The state, or `invalid_input` for anything that was not sealed here, for this binding, in time. */
  open(sealed: string, binding: SealBinding): Promise<unknown>;
}

const MAX_SEALED_CHARACTERS = 64 * 1024;

/**
 * State that travels through the client between two rounds of a call comes back as an attacker's input.
 * It is encrypted and authenticated (JWE, AES-256-GCM) and bound to user, tool, arguments and time.
 */
export function createSealer(options: { secret: () => string; lifetimeSeconds: number }): Sealer {
  let key: Uint8Array | undefined;
  const sealingKey = () => {
    key ??= new Uint8Array(hkdfSync('sha256', options.secret(), '', 'tandem request state', 32));
    return key;
  };
  return {
    async seal(state, binding) {
      const { EncryptJWT } = await import('jose');
      return new EncryptJWT({ state })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setSubject(binding.userId)
        .setAudience(audience(binding))
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + options.lifetimeSeconds)
        .encrypt(sealingKey());
    },
    async open(sealed, binding) {
      const { jwtDecrypt } = await import('jose');
      try {
        if (sealed.length > MAX_SEALED_CHARACTERS) throw new Error('too long');
        const { payload } = await jwtDecrypt(sealed, sealingKey(), {
          subject: binding.userId,
          audience: audience(binding),
          requiredClaims: ['exp'],
        });
        return payload.state;
      } catch (cause) {
        throw new TandemError(
          'invalid_input',
          'Invalid or expired requestState. Call the tool again from the start.',
          {
            cause,
          },
        );
      }
    },
  };
}

function audience(binding: SealBinding): string {
  const digest = createHash('sha256').update(canonicalJson(binding.arguments)).digest('base64url');
  return `${binding.tool} ${digest}`;
}
