import { TandemError } from '../errors.ts';
import { LruMap } from '../lib/lru-map.ts';
import { type Actor, actorName } from './actor.ts';
import type { SessionKind } from './session-kind.ts';
import type { SessionRecord, SessionSummary } from './session-record.ts';
import {
  type Grantee,
  granteesOf,
  isGrantee,
  parseGranteeKey,
  type Right,
  rightsOf,
  type SharedSession,
  type ShareStore,
  toGranteeKey,
} from './session-share.ts';
import type { SessionKey, SessionStore } from './session-store.ts';

/** Whoever has not looked for this long looks anew. */
const VISIT_MS = 30 * 60_000;
const MAX_VISITS = 5_000;
const MAX_SHARES = 100;
/** Marks of questions addressed to somebody: open ones, and those that have been settled. */
const ASKED = 'ask:';
const SETTLED = 'asked:';

/** A session of somebody else, as its guest lists it. */
export interface SharedSummary extends SessionSummary {
  owner: { userId: string; name: string };
  may: Right[];
}

/** Somebody who may use a session, as its owner sees it. */
export interface SharedWith {
  with: Grantee;
  may: Right[];
  at: string;
}

/** A session that a caller reaches although it is another user's. */
export interface GuestAccess {
  record: SessionRecord;
  may: Right[];
  owner: string;
}

export interface SharingOptions {
  store: SessionStore;
  kind(name: string): SessionKind | undefined;
  now(): Date;
  /** Adds a line to the history and notifies pages. */
  note(actor: Actor, record: SessionRecord, action: string, detail?: Record<string, unknown>): Promise<void>;
}

/** Which sessions users have opened to others, and who has come. */
export class SessionSharing {
  readonly #options: SharingOptions;
  readonly #visits = new LruMap<string, number>({ max: MAX_VISITS });
  readonly #listeners = new Set<(grantee: Grantee) => void>();

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** A session that is open to this caller; undefined for any other. The first access of a visit is in the history. */
  async admit(actor: Actor, sessionId: string): Promise<GuestAccess | undefined> {
    const { store } = this.#options;
    const [found] = (await store.shares?.with({ grantees: granteesOf(actor), sessionId })) ?? [];
    const may = rightsOf(found?.shares ?? []);
    if (!found || may.length === 0) return undefined;
    const record = await store.get({ sessionId, userId: found.userId });
    if (!record) return undefined;
    await this.#visit(actor, record);
    return { record, may, owner: ownerOf(found) };
  }

  /** Open a session to somebody, or change what they may do. Only for its owner, and agents that act for them. */
  async share(actor: Actor, record: SessionRecord, grantee: Grantee, may: readonly Right[]): Promise<void> {
    const shares = this.#sharesOf(actor, record);
    if (isGrantee({ userId: actor.userId }, grantee))
      throw new TandemError('invalid_input', 'The session is yours already. Name another user, or a role.');
    const shareable = this.#options.kind(record.kind)?.shareable;
    if (!shareable)
      throw new TandemError('invalid_input', `A session of kind ${record.kind} cannot be shared.`);
    if (shareable === 'act' && !may.includes('act'))
      throw new TandemError(
        'invalid_input',
        `Who sees a session of kind ${record.kind} also uses it. Share it with "act".`,
      );
    if (may.length === 0)
      throw new TandemError('invalid_input', 'Say what they may do: view, act or answer.');
    const given = await shares.of(record);
    const key = toGranteeKey(grantee);
    if (given.length >= MAX_SHARES && !given.some((one) => one.grantee === key))
      throw new TandemError(
        'limit_reached',
        `The session is shared with ${given.length} users and roles already. Share it with a role, or end some shares.`,
      );
    const rights = [...new Set(may)];
    const at = this.#options.now().toISOString();
    await shares.set(record, { grantee: key, may: rights, owner: actor.name, at });
    await this.#options.note(actor, record, 'share', { with: grantee, may: rights });
    this.#tell(grantee);
  }

  /** False if it was not open to them. */
  async revoke(actor: Actor, record: SessionRecord, grantee: Grantee): Promise<boolean> {
    const shares = this.#sharesOf(actor, record);
    if (!(await shares.remove(record, toGranteeKey(grantee)))) return false;
    await this.#options.note(actor, record, 'revoke', { with: grantee });
    this.#tell(grantee);
    return true;
  }

  /** Whom a session is open to; for its owner. */
  async of(actor: Actor, record: SessionRecord): Promise<SharedWith[]> {
    const given = await this.#sharesOf(actor, record).of(record);
    return given.flatMap(({ grantee, may, at }) => {
      const known = parseGranteeKey(grantee);
      return known ? [{ with: known, may, at }] : [];
    });
  }

  /** Sessions of others that are open to this caller, newest first. */
  async list(
    actor: Actor,
    query: { status?: SessionSummary['status'] | undefined; kinds?: readonly string[]; text?: string } = {},
  ): Promise<SharedSummary[]> {
    const { status, kinds, text = '' } = query;
    const found = (await this.#options.store.shares?.with({ grantees: granteesOf(actor), status })) ?? [];
    return found
      .map(
        ({ userId, session, shares }): SharedSummary => ({
          ...session,
          owner: { userId, name: ownerOf({ userId, shares }) },
          may: rightsOf(shares),
        }),
      )
      .filter(
        ({ kind, name, description, owner }) =>
          owner.userId !== actor.userId &&
          (kinds === undefined || kinds.includes(kind)) &&
          `${name}\n${description}`.toLowerCase().includes(text.toLowerCase()),
      );
  }

  /** Told when something is opened or closed to somebody in this process. Returns how to stop. */
  onShare(actor: Actor, listener: () => void): () => void {
    const mine = (grantee: Grantee) => {
      if (isGrantee(actor, grantee)) listener();
    };
    this.#listeners.add(mine);
    return () => void this.#listeners.delete(mine);
  }

  /** A question of this session waits for somebody: they find it, and nothing else of the session. */
  async address(key: SessionKey, grantee: Grantee): Promise<void> {
    const { store, now } = this.#options;
    const share = { grantee: `${ASKED}${toGranteeKey(grantee)}`, may: [], owner: key.userId };
    if (!store.shares) throw unsupported();
    await store.shares.set(key, { ...share, at: now().toISOString() });
    this.#tell(grantee);
  }

  /** No question waits for them any longer. They can still look at what they were asked. */
  async settle(key: SessionKey, grantee: Grantee): Promise<void> {
    const { shares } = this.#options.store;
    const name = toGranteeKey(grantee);
    if (!(await shares?.remove(key, `${ASKED}${name}`))) return;
    const at = this.#options.now().toISOString();
    await shares?.set(key, { grantee: `${SETTLED}${name}`, may: [], owner: key.userId, at });
    this.#tell(grantee);
  }

  /** The session of a question that was addressed to this caller, then or now. */
  async admitAsked(actor: Actor, sessionId: string): Promise<SessionRecord | undefined> {
    const mine = granteesOf(actor);
    const grantees = [ASKED, SETTLED].flatMap((mark) => mine.map((grantee) => `${mark}${grantee}`));
    const [found] = (await this.#options.store.shares?.with({ grantees, sessionId })) ?? [];
    return found && this.#options.store.get({ sessionId, userId: found.userId });
  }

  /** Open sessions with a question for this caller. */
  async listAsked(actor: Actor): Promise<SessionKey[]> {
    const grantees = granteesOf(actor).map((grantee) => `${ASKED}${grantee}`);
    const found = (await this.#options.store.shares?.with({ grantees, status: 'open' })) ?? [];
    return found.map(({ userId, session: { sessionId } }) => ({ sessionId, userId }));
  }

  #sharesOf(actor: Actor, record: SessionRecord): ShareStore {
    if (record.userId !== actor.userId)
      throw new TandemError(
        'forbidden',
        'Only the owner of a session can share it, or see with whom it is shared.',
      );
    const { shares } = this.#options.store;
    if (!shares) throw unsupported();
    return shares;
  }

  async #visit(actor: Actor, record: SessionRecord): Promise<void> {
    const key = JSON.stringify([record.sessionId, actor.userId, actor.kind, actorName(actor)]);
    const now = this.#options.now().getTime();
    const last = this.#visits.get(key);
    this.#visits.set(key, now);
    if (last === undefined || now - last > VISIT_MS) await this.#options.note(actor, record, 'view');
  }

  #tell(grantee: Grantee): void {
    for (const listener of [...this.#listeners]) listener(grantee);
  }
}

function ownerOf({ userId, shares }: Pick<SharedSession, 'userId' | 'shares'>): string {
  return shares[0]?.owner ?? userId;
}

function unsupported(): TandemError {
  return new TandemError('unsupported', 'The session store of this server cannot share sessions.');
}
