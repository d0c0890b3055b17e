import type { SessionStatus, SessionSummary } from './session-record.ts';

/** What somebody else may do with a session. `act` and `answer` include `view`. */
export type Right = 'view' | 'act' | 'answer';

/** Somebody a session is opened to: one user, or everybody with a role. */
export type Grantee = { user: string; role?: undefined } | { role: string; user?: undefined };

/** A session opened to somebody. */
export interface Share {
  /** The grantee as text (`toGranteeKey`): what a store finds shares by. */
  grantee: string;
  may: Right[];
  /** Whose session it is, as people know them. */
  owner: string;
  at: string;
}

/** A session that is open to a caller, with every share that lets them in. */
export interface SharedSession {
  userId: string;
  session: SessionSummary;
  shares: Share[];
}

export interface SharedQuery {
  grantees: readonly string[];
  /** Only this one. */
  sessionId?: string | undefined;
  status?: SessionStatus | undefined;
}

/** How many shares `with` looks at; more than anybody reads. */
export const MAX_SHARED = 500;

/** The part of a store that knows to whom sessions were opened. Not bound to leases: a share ends while a call runs. */
export interface ShareStore {
  /** Opens a session to a grantee, or replaces what it was opened for. `not_found` for an unknown session. */
  set(key: { sessionId: string; userId: string }, share: Share): Promise<void>;
  /** False if it was not open to this grantee. */
  remove(key: { sessionId: string; userId: string }, grantee: string): Promise<boolean>;
  /** Those of one session, oldest first. */
  of(key: { sessionId: string; userId: string }): Promise<Share[]>;
  /** Sessions that are open to any of these grantees, newest first. Found by grantee, not by looking at sessions. */
  with(query: SharedQuery): Promise<SharedSession[]>;
}

export function toGranteeKey({ user, role }: Grantee): string {
  return user === undefined ? `role:${role}` : `user:${user}`;
}

export function parseGranteeKey(key: string): Grantee | undefined {
  if (key.startsWith('user:')) return { user: key.slice('user:'.length) };
  return key.startsWith('role:') ? { role: key.slice('role:'.length) } : undefined;
}

/** Every grantee that a caller is. */
export function granteesOf({ userId, roles = [] }: { userId: string; roles?: readonly string[] }): string[] {
  return [toGranteeKey({ user: userId }), ...roles.map((role) => toGranteeKey({ role }))];
}

export function isGrantee(actor: { userId: string; roles?: readonly string[] }, grantee: Grantee): boolean {
  return granteesOf(actor).includes(toGranteeKey(grantee));
}

/** Everything that these shares allow together. */
export function rightsOf(shares: readonly Share[]): Right[] {
  const given = new Set(shares.flatMap(({ may }) => may));
  return given.size === 0 ? [] : [...given.add('view')];
}

/** What rows of a store say, one session each, newest first. */
export function toSharedSessions(
  found: readonly { userId: string; session: SessionSummary; share: Share }[],
): SharedSession[] {
  const all = new Map<string, SharedSession>();
  for (const { userId, session, share } of found) {
    const known = all.get(session.sessionId) ?? { userId, session, shares: [] };
    all.set(session.sessionId, { ...known, shares: [...known.shares, share] });
  }
  return [...all.values()].sort((a, b) => (a.session.updatedAt < b.session.updatedAt ? 1 : -1));
}
