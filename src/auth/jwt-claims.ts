import { TandemError } from '../errors.ts';
import type { ClaimsConfig } from './auth-config.ts';
import type { Principal } from './principal.ts';

type Claims = Record<string, unknown>;

const USER_CLAIMS: Record<string, string> = { id: 'sub', name: 'name', email: 'email' };

/** The principal that the claims of a verified token describe. */
export function toPrincipal(claims: Claims, config: ClaimsConfig, kind: Principal['kind']): Principal {
  const user: Record<string, unknown> = {};
  for (const [field, path] of Object.entries({ ...USER_CLAIMS, ...config.userClaims })) {
    const value = readClaim(claims, path);
    if (value !== undefined && value !== null) user[field] = value;
  }
  const roles = toRoles(readClaim(claims, config.rolesClaim));
  const userId = toUserId(user, claims);
  const name = [user.name, user.email].find((value) => typeof value === 'string' && value !== '');
  return {
    userId,
    roles,
    user: { ...user, roles: [...roles] },
    kind,
    name: (name as string | undefined) ?? userId,
    local: false,
  };
}

function toUserId(user: Record<string, unknown>, claims: Claims): string {
  // Somebody who may type any address into a profile must not become the owner of its sessions.
  const email = claims.email_verified === false ? undefined : user.email;
  for (const value of [user.id, email]) {
    const id = typeof value === 'number' ? String(value) : value;
    if (typeof id !== 'string' || id === '') continue;
    if (id !== 'local') return id;
    throw new TandemError(
      'unauthorized',
      'The token names the user "local", which is reserved for this machine.',
    );
  }
  throw new TandemError(
    'unauthorized',
    'The token names no user: it has neither the id claim nor a verified email (see mcp.auth.userClaims).',
  );
}

function toRoles(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\s+/).filter((role) => role !== '');
  return Array.isArray(value) ? value.filter((role): role is string => typeof role === 'string') : [];
}

/** A claim of exactly that name wins: names such as `https://example.com/roles` have dots of their own. */
function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}
