import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 5 * 60_000;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const sealedSchema = z.strictObject({ id: z.string(), exp: z.number(), value: z.unknown() });

export interface SealedCodes {
  issue(value: unknown): string;
  redeem(code: string): Promise<unknown>;
}

export interface SealedCodesOptions {
  /** 256 bits that all instances share. */
  key(): Buffer;
  /** True for the first of all instances that uses this name within this time. */
  useOnce(name: string, forMs: number): Promise<boolean>;
  now(): number;
}

/**
 * Codes that may travel in an address: each works once, for a short time, at any instance. What a code stands for is in it,
 * encrypted; that it was used is in the store.
 */
export function createSealedCodes({ key, useOnce, now }: SealedCodesOptions): SealedCodes {
  return {
    issue(value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), iv);
      const id = randomBytes(16).toString('base64url');
      const text = JSON.stringify({ id, exp: now() + LIFETIME_MS, value });
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    async redeem(code) {
      const opened = sealedSchema.safeParse(open(code, key()));
      if (!opened.success || opened.data.exp <= now()) return undefined;
      const { id, value } = opened.data;
      // Clocks differ: remembered for longer than any instance accepts it.
      return (await useOnce(`code ${id}`, 4 * LIFETIME_MS)) ? value : undefined;
    },
  };
}

function open(code: string, key: Buffer): unknown {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
