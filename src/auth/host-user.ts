import { z } from 'zod';
import { TandemError } from '../errors.ts';
import type { Principal } from './principal.ts';

/** Somebody whom the server knows that Tandem is mounted in. */
export interface HostUser {
  /** Owns the sessions; the same each time this user comes. */
  userId: string;
  /** Shown on pages and in logs. Default: `userId`. */
  name?: string;
  /** Decide what the user may do in an app. Default: none. */
  roles?: readonly string[];
  /** The profile that an app sees as `_user`. Default: `{ id, name, roles }`. */
  user?: Record<string, unknown> | null;
}

const hostUserSchema = z.strictObject({
  userId: z.string().min(1).max(500),
  name: z.string().optional(),
  roles: z.array(z.string()).optional(),
  user: z.record(z.string(), z.unknown()).nullable().optional(),
});

/** Checked, because it comes from code of others and decides everything. */
export function toHostPrincipal(given: unknown, kind: Principal['kind']): Principal {
  const parsed = hostUserSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : '';
    throw new TandemError(
      'invalid_config',
      `signIn must return { userId, name?, roles?, user? }, a Response or undefined${where}: ${issue?.message}`,
    );
  }
  const { userId, name = userId, roles = [], user } = parsed.data;
  if (userId === 'local')
    throw new TandemError(
      'invalid_config',
      'signIn returned the userId "local", which is reserved for this machine.',
    );
  const profile = user === undefined ? { id: userId, name, roles: [...roles] } : user;
  return { userId, roles, user: profile, kind, name, local: false };
}
