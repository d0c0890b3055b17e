import { TandemError } from '../errors.ts';
import { type UserProfile, userSchema } from './auth-config.ts';
import type { Principal } from './principal.ts';

/** The person at this machine, or the agent that acts for them. */
export function createLocalPrincipal(options: {
  user: UserProfile | undefined;
  kind: Principal['kind'];
}): Principal {
  const { user, kind } = options;
  if (user === undefined) {
    return { userId: 'local', roles: [], user: null, kind, name: 'local', local: true };
  }
  const userId = user.id ?? user.email ?? 'local';
  const roles = [...(user.roles ?? [])];
  return {
    userId,
    roles,
    user: { ...structuredClone(user), roles: [...roles] },
    kind,
    name: user.name ?? user.email ?? userId,
    local: true,
  };
}

/** Reads the JSON profile in TANDEM_USER. */
export function parseUserEnv(text: string): UserProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold personal data.
    throw new TandemError(
      'invalid_config',
      'TANDEM_USER is not valid JSON. Write a profile such as {"id":"ann","name":"Ann","roles":["admin"]}.',
    );
  }
  const parsed = userSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? ` (at ${issue.path.join('.')})` : '';
  throw new TandemError('invalid_config', `TANDEM_USER is not a user profile${where}: ${issue?.message}`);
}
