import { z } from 'zod';
import { TandemError } from '../errors.ts';
import type { Grantee } from '../session/session-share.ts';

const MAX_NAME = 200;

const name = z.string().trim().min(1).max(MAX_NAME);

/** What both the tool and the page send. */
export const granteeInput = {
  user: name.optional(),
  role: name.optional(),
  may: z.array(z.enum(['view', 'act', 'answer'])).optional(),
};

/** Undefined if neither is named. */
export function toGrantee({ user, role }: { user?: string; role?: string }): Grantee | undefined {
  if (user !== undefined && role !== undefined)
    throw new TandemError('invalid_input', 'Pass either "user" or "role", not both.');
  if (user !== undefined) return { user };
  return role === undefined ? undefined : { role };
}
