import type { CoreConfig } from './core-config.ts';

/** The roles that the configured users have; undefined if only tokens or sign-in say who somebody is. */
export function knownRoles({ user, auth, signIn }: CoreConfig['mcp']): string[] | undefined {
  if (signIn || (auth && auth.type !== 'api_key' && auth.type !== 'none')) return undefined;
  const keys = auth?.type === 'api_key' ? auth.keys : [];
  const roles = [user?.roles, ...keys.flatMap((key) => [key.roles, key.user?.roles])];
  return [...new Set(roles.flatMap((one) => one ?? []))];
}
