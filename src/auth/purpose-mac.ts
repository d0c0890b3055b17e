import { createHmac, hkdfSync } from 'node:crypto';

/** Each purpose has a key of its own, so that no value made for one is ever valid for another. */
export function createPurposeMac(secret: () => string, purpose: string): (text: string) => string {
  const keyOf = createPurposeKey(secret, purpose);
  return (text) => createHmac('sha256', keyOf()).update(text).digest('base64url');
}

/** 256 bits, derived when first needed, and again when the secret is another. */
export function createPurposeKey(secret: () => string, purpose: string): () => Buffer {
  let derived: { from: string; key: Buffer } | undefined;
  return () => {
    const from = secret();
    if (derived?.from !== from)
      derived = { from, key: Buffer.from(hkdfSync('sha256', from, '', purpose, 32)) };
    return derived.key;
  };
}
