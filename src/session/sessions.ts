import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { LruMap } from '../lib/lru-map.ts';
import { type Actor, actorName } from './actor.ts';
import { AuditTrail } from './audit-trail.ts';
import { endSession, isSaveConflict } from './end-session.ts';
import { findDescribed } from './find-described.ts';
import { toLastDeed } from './last-deed.ts';
import type { Limits } from './limits.ts';
import type { Retention } from './retention.ts';
import { SessionExpiry } from './session-expiry.ts';
import type { SessionKind } from './session-kind.ts';
import { SessionQueue } from './session-queue.ts';
import {
  type LogEntry,
  type SessionRecord,
  type SessionSummary,
  toEntry,
  toSummary,
} from './session-record.ts';
import type { Right } from './session-share.ts';
import { SessionSharing } from './session-sharing.ts';
import {
  FROM_THE_BEGINNING,
  type Lease,
  type ListAllQuery,
  type ListQuery,
  type LogPart,
  type OwnedPage,
  type PartRange,
  type SessionKey,
  type SessionPage,
  type SessionStore,
} from './session-store.ts';
import { unknownSession } from './unknown-session.ts';

export type { Actor } from './actor.ts';

/** A session while one call works on it. What the call changes here is saved before it is answered. */
export interface OpenSession {
  record: Pick<SessionRecord, 'name' | 'description' | 'currentPageId' | 'glance' | 'data'> &
    Readonly<SessionRecord>;
  /** Add a line to the session's history. */
  log(action: string, detail?: Record<string, unknown>): void;
  /** Called with the rev under which the call's changes were saved; never when the call or the save fails. */
  onSaved(listener: (rev: number) => void): void;
}

export interface SessionsOptions {
  store: SessionStore;
  limits: Limits;
  /** Every kind there may be in the store, also of areas that this folder does not use: sessions of others never expire. */
  kinds: readonly SessionKind[];
  /** How long sessions that have ended are kept, by kind; `keepEndedDays` for all others. */
  retention?: Retention;
  log: Logger;
  now?: () => Date;
}

/** A session by its id; if it is of none of these kinds, it is refused. */
interface Target {
  sessionId: string;
  kind?: string | readonly string[];
}

/** Names the process that holds a lease, for those that wait for it. */
const OWNER = `pid ${process.pid}`;

const MAX_OWNERS = 2_000;

/** The one way to sessions: who may, limits, expiry, queue, lease, history, save. */
export class Sessions {
  /** For tests; the program goes through the methods below. */
  readonly store: SessionStore;
  readonly limits: Limits;
  /** Sessions that are open to others than their owners. */
  readonly sharing: SessionSharing;
  /** What administrators did, and what was deleted. */
  readonly trail: AuditTrail;
  readonly #expiry: SessionExpiry;
  readonly #now: () => Date;
  readonly #queue = new SessionQueue();
  readonly kinds: readonly SessionKind[];
  /** Whose the sessions of others are that were used last, by session and caller: all wait in one line. */
  readonly #owners = new LruMap<string, string>({ max: MAX_OWNERS });
  readonly #listeners = new Set<(session: SessionSummary, userId: string) => void>();
  readonly #readers = new Set<(key: SessionKey) => void>();

  constructor(options: SessionsOptions) {
    this.store = options.store;
    this.limits = options.limits;
    this.trail = new AuditTrail(options.store);
    this.kinds = options.kinds;
    this.#now = options.now ?? (() => new Date());
    this.#expiry = new SessionExpiry({ ...options, trail: this.trail, now: this.#now });
    this.sharing = new SessionSharing({
      store: options.store,
      kind: (name) => this.kind(name),
      now: this.#now,
      note: async (actor, record, action, detail) => {
        await this.append(record, [this.#entry(actor, action, detail)]);
        this.#changed(record);
      },
    });
  }

  /** Make a session; refused when the user already has `maxSessionsPerUser` open ones. */
  create(
    actor: Actor,
    input: { kind: string; name: string; description?: string; data?: Record<string, unknown> },
    signal?: AbortSignal,
  ): Promise<SessionRecord> {
    const create = async () => {
      await this.#expiry.makeRoom(actor.userId, input.kind);
      const subject = this.kind(input.kind)?.subjectOf?.({ name: input.name, data: input.data ?? {} });
      const glance = subject === undefined ? {} : { glance: { subject } };
      const record = await this.store.create({ ...input, ...glance, userId: actor.userId });
      await this.append(record, [this.#entry(actor, 'create', { name: record.name })]);
      this.#changed(record);
      return record;
    };
    return this.#queue.run(`create ${actor.userId}`, create, signal);
  }

  async list(actor: Actor, query: Omit<ListQuery, 'userId'> = {}): Promise<SessionPage> {
    await this.#expiry.expireIdle(actor.userId);
    return this.store.list({ ...query, userId: actor.userId });
  }

  /**
   * The session whatever its status: the caller's own, or one that its owner opened to them. `not_found` when it is unknown
   * or not theirs to see, in the same words.
   */
  async get(actor: Actor, sessionId: string, right: Right = 'view'): Promise<SessionRecord> {
    return (
      (await this.#findFor(actor, sessionId, right)) ??
      Promise.reject(await unknownSession(this.store, actor, sessionId))
    );
  }

  /** What this caller may do with a session that they may see, and whose it is if it is another's. */
  async accessOf(actor: Actor, { sessionId, userId }: SessionKey): Promise<{ may: Right[]; owner?: string }> {
    if (userId === actor.userId) return { may: ['view', 'act', 'answer'] };
    const { may, owner } = (await this.sharing.admit(actor, sessionId)) ?? { may: [], owner: userId };
    return { may, owner };
  }

  /** The session whatever its status; undefined when it is unknown or somebody else's. */
  find(key: SessionKey): Promise<SessionRecord | undefined> {
    return this.store.get(key);
  }

  /** A user's sessions with exactly this description, newest first: for what others call them. */
  findDescribed(actor: Actor, query: { kind: string; description: string }): AsyncGenerator<SessionRecord> {
    return findDescribed(this.store, actor, query);
  }

  /** The sessions of all users, for administrators. */
  async listAll(query: ListAllQuery): Promise<OwnedPage> {
    const page = await this.store.listAll?.(query);
    if (page) return page;
    throw new TandemError('unsupported', 'This store lists the sessions of one user only. Name a user.');
  }

  /** The sessions of one user as they are, for administrators: nothing expires because they look. */
  listOf(query: ListQuery): Promise<SessionPage> {
    return this.store.list(query);
  }

  /** Everybody who has sessions, each once. */
  users(): Promise<string[]> {
    return this.store.users();
  }

  /** Open sessions of this kind that a dead process had leased; undefined if the store does not know. */
  abandoned(kind: string): Promise<SessionKey[]> | undefined {
    return this.store.abandoned?.([kind]);
  }

  async close(actor: Actor, sessionId: string, signal?: AbortSignal): Promise<SessionRecord> {
    return this.#queue.run(
      this.#lineOf(actor, sessionId),
      async () => {
        const before = await this.get(actor, sessionId);
        if (before.userId !== actor.userId)
          throw new TandemError('forbidden', 'Only the owner of a session can close it.');
        if (before.status !== 'open') return before;
        const record = await this.store.close(before);
        if (!record) throw await unknownSession(this.store, actor, sessionId);
        await this.append(record, [this.#entry(actor, 'close')]);
        this.#changed(record);
        return record;
      },
      signal,
    );
  }

  /**
   * End a session for its owner, who learns who did. It does not wait for calls that work on it: they fail. Undefined if
   * there is none of that key; one that is closed stays as it is.
   */
  async end(by: Actor, key: SessionKey): Promise<SessionRecord | undefined> {
    const { record, isNew } = await endSession(this.store, key, this.#entry(by, 'end'));
    if (record && isNew) this.#changed(record);
    return record;
  }

  /**
   * Work on an open session, alone: one call at a time in this process by the queue, among processes by
   * the lease. When `work` returns, its history and changes are on disk; when it throws, only the history is.
   */
  use<T>(
    actor: Actor,
    target: Target,
    work: (session: OpenSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#queue.run(
      this.#lineOf(actor, target.sessionId),
      () => this.#useAlone(actor, target, work, signal),
      signal,
    );
  }

  /** Look at an open session, alone as well; nothing is saved, and nobody counts as having used it. */
  look<T>(actor: Actor, target: Target, work: (record: SessionRecord) => Promise<T>): Promise<T> {
    return this.#queue.run(this.#lineOf(actor, target.sessionId), () =>
      this.#alone(actor, target, 'view', (record) => work(record)),
    );
  }

  async readLog(
    actor: Actor,
    sessionId: string,
    range?: { after?: number; limit?: number },
  ): Promise<LogEntry[]> {
    return this.store.readLog(await this.get(actor, sessionId), range);
  }

  /**
   * Become the one writer of a session, for work that lasts longer than one call (see `use`). Such a writer appends to the
   * history and saves by itself.
   */
  lease(key: SessionKey, options: { waitMs?: number; signal?: AbortSignal } = {}): Promise<Lease> {
    return this.store.lease(key, { ...options, owner: OWNER });
  }

  /** Append to the history: in order, and on disk when this resolves. */
  async append(key: SessionKey, entries: readonly LogEntry[]): Promise<void> {
    await this.store.appendLog(key, entries);
    if (entries.length > 0) for (const listener of [...this.#readers]) listener(key);
  }

  /** The history, oldest first, of a session that was looked up before. */
  history(key: SessionKey, range?: { after?: number; limit?: number }): Promise<LogEntry[]> {
    return this.store.readLog(key, range);
  }

  /** Parts of the history of a session that was looked up before; see `SessionStore.readParts`. */
  async parts(key: SessionKey, range: PartRange): Promise<LogPart[]> {
    return (await this.store.readParts?.(key, range)) ?? toParts(await this.store.readLog(key), range);
  }

  /** Save a record; `conflict` when somebody else saved it first. */
  save(record: SessionRecord): Promise<SessionRecord> {
    return this.store.save(record);
  }

  /** How a session of this kind is listed; undefined for a kind that no area here declares. */
  kind(name: string): SessionKind | undefined {
    return this.kinds.find(({ kind }) => kind === name);
  }

  /** Told after every create, change and close. Answers how to stop listening. */
  onChange(listener: (session: SessionSummary, userId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Told when this process has added to a history. Returns how to stop. */
  onAppend(listener: (key: SessionKey) => void): () => void {
    this.#readers.add(listener);
    return () => void this.#readers.delete(listener);
  }

  /**
   * Told when another process may have changed this session, or one of this user, if the store says so. Returns how to
   * stop. Callers also look at intervals, because not every store does.
   */
  onOthersChange(of: Partial<SessionKey>, listener: (key: SessionKey | undefined) => void): () => void {
    const isMeant = (key: SessionKey | undefined) =>
      key === undefined ||
      ((of.sessionId ?? key.sessionId) === key.sessionId && (of.userId ?? key.userId) === key.userId);
    const stop = this.store.onOthersChange?.((key) => {
      if (isMeant(key)) listener(key);
    });
    return stop ?? (() => {});
  }

  /** Whether the store tells what other processes change. */
  get hearsOthers(): boolean {
    return this.store.onOthersChange !== undefined;
  }

  /** Expire what is idle and prune what ended long ago, for every user. */
  sweep(): Promise<void> {
    return this.#expiry.sweep();
  }

  /** The open sessions of all users; undefined where there are more than `mostUsers`. */
  async countOpen(mostUsers: number): Promise<number | undefined> {
    const users = await this.store.users();
    if (users.length > mostUsers) return undefined;
    const kinds = this.kinds.map(({ kind }) => kind);
    const limit = Number.MAX_SAFE_INTEGER;
    let count = 0;
    for (const userId of users) count += await this.store.countOpen({ userId, kinds, limit });
    return count;
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Wait for calls in flight, then release the store. */
  async shutDown(): Promise<void> {
    await this.#queue.idle();
    await this.store.dispose();
  }

  #useAlone<T>(
    actor: Actor,
    target: Target,
    work: (session: OpenSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#alone(
      actor,
      target,
      'act',
      async (record) => {
        const entries: LogEntry[] = [];
        const listeners: ((rev: number) => void)[] = [];
        const session: OpenSession = {
          record,
          log: (action, detail) => void entries.push(this.#entry(actor, action, detail)),
          onSaved: (listener) => void listeners.push(listener),
        };
        try {
          const result = await work(session);
          const last = toLastDeed(entries, this.kind(record.kind));
          if (last) record.glance = { ...record.glance, last };
          await this.append(record, entries.splice(0));
          const saved = await this.store
            .save(record)
            .catch((error) => this.#unlessEnded(actor, target, error));
          for (const listener of listeners) listener(saved.rev);
          this.#changed(saved);
          return result;
        } finally {
          if (entries.length > 0) await this.append(record, entries);
        }
      },
      signal,
    );
  }

  /** With the session under our lease, if it can be used. */
  async #alone<T>(
    actor: Actor,
    target: Target,
    right: Right,
    work: (record: SessionRecord) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const lease = await this.#leaseFor(actor, target.sessionId, right, signal);
    try {
      return await work(this.#expiry.usable(await this.get(actor, target.sessionId, right), target.kind));
    } finally {
      await lease.release();
    }
  }

  /** Nobody waits for a session that is not theirs to use: the wait must not reveal that it exists. */
  async #leaseFor(actor: Actor, sessionId: string, right: Right, signal?: AbortSignal): Promise<Lease> {
    const options = signal ? { signal } : {};
    try {
      return await this.lease({ sessionId, userId: actor.userId }, options);
    } catch (error) {
      if (!(error instanceof TandemError) || error.code !== 'not_found') throw error;
      return this.lease(await this.get(actor, sessionId, right), options);
    }
  }

  /** Somebody may have ended the session while a call worked on it. */
  async #unlessEnded(actor: Actor, target: Target, error: unknown): Promise<never> {
    if (isSaveConflict(error)) this.#expiry.usable(await this.get(actor, target.sessionId), target.kind);
    throw error;
  }

  async #findFor(actor: Actor, sessionId: string, right: Right): Promise<SessionRecord | undefined> {
    const own = await this.store.get({ sessionId, userId: actor.userId });
    if (own) return own;
    const admitted = await this.sharing.admit(actor, sessionId);
    if (!admitted) return undefined;
    const { record, may, owner } = admitted;
    this.#owners.set(`${sessionId} ${actor.userId}`, record.userId);
    if (may.includes(right)) return record;
    throw new TandemError(
      'forbidden',
      `${owner} shared this session with you to ${may.join(' and ')} only. Ask ${owner} to allow "${right}" as well.`,
    );
  }

  /** By user too: a caller that guesses another user's id must neither wait in its queue nor block it. */
  #lineOf({ userId }: Actor, sessionId: string): string {
    return `${sessionId} ${this.#owners.get(`${sessionId} ${userId}`) ?? userId}`;
  }

  #entry(actor: Actor, action: string, detail: Record<string, unknown> = {}): LogEntry {
    return toEntry({ ...actor, name: actorName(actor) }, action, detail, this.#now());
  }

  #changed(record: SessionRecord): void {
    for (const listener of this.#listeners) listener(toSummary(record), record.userId);
  }
}

/** Each entry is a part, and its number its place. */
function toParts(all: readonly LogEntry[], { before, after, limit }: PartRange): LogPart[] {
  const parts = all.map((entry, index) => ({ place: String(index), entries: [entry] }));
  if (after !== undefined)
    return parts.slice(after === FROM_THE_BEGINNING ? 0 : Number(after) + 1).slice(0, limit);
  return parts.slice(0, before === undefined ? undefined : Number(before)).slice(-limit);
}
