import type { NamedAuth } from './named-tool.ts';

/** Whether the app lets a user use a page or endpoint; the same rule that the app itself applies. */
export function mayUse(auth: NamedAuth, user: Record<string, unknown> | null): boolean {
  if (auth.public) return true;
  if (!user) return false;
  if (!auth.roles) return true;
  const roles: unknown[] = Array.isArray(user.roles) ? user.roles : [];
  return auth.roles.some((role) => roles.includes(role));
}
