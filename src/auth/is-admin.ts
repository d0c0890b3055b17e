import type { Principal } from './principal.ts';

/** Whether somebody administers sessions: a person with one of these roles, who signed in as themselves. */
export function isAdmin({ kind, roles, withAgentKey }: Principal, adminRoles: readonly string[]): boolean {
  return kind === 'person' && withAgentKey !== true && roles.some((role) => adminRoles.includes(role));
}
