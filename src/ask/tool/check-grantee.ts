import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import type { Grantee } from '../../session/session-share.ts';

const name = z.string().min(1).max(200);
const granteeSchema = z.union([z.strictObject({ user: name }), z.strictObject({ role: name })]);

/** Whom a tool asks, as its author wrote it. */
export function checkGrantee(to: unknown, of: string): Grantee {
  const parsed = granteeSchema.safeParse(to);
  if (parsed.success) return parsed.data;
  throw new TandemError('invalid_input', `${of}: "to" must be { user: "id" } or { role: "name" }.`);
}
