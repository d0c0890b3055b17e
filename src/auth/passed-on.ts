import { z } from 'zod';
import { createPurposeMac } from './purpose-mac.ts';
import { isSameSecret } from './secret-equal.ts';

export const PASSED_ON_HEADER = 'x-tandem-passed-on';

/** Longer than any two clocks of one team differ. */
const MAX_AGE_MS = 5 * 60_000;

const waySchema = z.strictObject({
  /** The listener that the request came in by. */
  listener: z.enum(['ui', 'mcp', 'joined']),
  address: z.string().optional(),
  host: z.string().optional(),
  proto: z.string().optional(),
  prefix: z.string().optional(),
  requestId: z.string().optional(),
});

/** How a request came to the instance that passes it on. */
export type Way = z.infer<typeof waySchema>;

const signedSchema = z.strictObject({ way: waySchema, at: z.number(), for: z.string() });

/** What one instance says to another about a request, signed with the secret that they share. */
export interface PassedOn {
  sign(way: Way, request: { method: string; target: string }): string;
  /** Undefined for everything that none of us has signed for this request. */
  read(value: string | undefined, request: { method: string; target: string }): Way | undefined;
}

export function createPassedOn(secret: () => string): PassedOn {
  const mac = createPurposeMac(secret, 'tandem passed on v1');
  const purposeOf = ({ method, target }: { method: string; target: string }) => `${method} ${target}`;
  return {
    sign(way, request) {
      const signed = { way, at: Date.now(), for: purposeOf(request) };
      const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
      return `${payload}.${mac(payload)}`;
    },
    read(value, request) {
      const [payload = '', given = ''] = value?.split('.') ?? [];
      if (payload === '' || !isSameSecret(given, mac(payload))) return undefined;
      const { success, data } = signedSchema.safeParse(
        JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
      );
      if (!success || data.for !== purposeOf(request)) return undefined;
      return Math.abs(Date.now() - data.at) < MAX_AGE_MS ? data.way : undefined;
    },
  };
}
