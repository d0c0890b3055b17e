import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { didYouMean } from '../lib/nearest.ts';
import type { Limits } from './limits.ts';
import type { SessionKind } from './session-kind.ts';
import { SessionQueue } from './session-queue.ts';
import type { LogEntry, SessionRecord, SessionSummary } from './session-record.ts';
import { toSummary } from './session-record.ts';
import type { Lease, ListQuery, SessionKey, SessionPage, SessionStore } from './session-store.ts';

/** Who acts on a session; every principal is one. */
export interface Actor {
  userId: string;
  kind: 'agent' | 'person';
  name: string;
  /** They are at this machine, and may know where things lie on it. */
  local?: boolean;
}

/** A session while one call works on it. What the call changes here is saved before it is answered. */
export interface OpenSession {
  record: Pick<SessionRecord, 'name' | 'description' | 'currentPageId' | 'data'> & Readonly<SessionRecord>;
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

/** The one way to sessions: owner check, limits, expiry, queue, lease, history, save. */
export class Sessions {
  /** For tests; the program goes through the methods below. */
  readonly store: SessionStore;
  readonly limits: Limits;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #queue = new SessionQueue();
  readonly #kinds: readonly SessionKind[];
  /** Kinds that expire when nobody uses them. */
  readonly #expiring: readonly string[];
  readonly #listeners = new Set<(session: SessionSummary, userId: string) => void>();

  constructor(options: SessionsOptions) {
    this.store = options.store;
    this.limits = options.limits;
    this.#kinds = options.kinds;
    this.#expiring = options.kinds.filter(({ waits }) => !waits).map(({ kind }) => kind);
    this.#log = options.log;
    this.#now = options.now ?? (() => new Date());
  }

  /** Make a session; refused when the user already has `maxSessionsPerUser` open ones. */
  create(
    actor: Actor,
    input: { kind: string; name: string; description?: string; data?: Record<string, unknown> },
    signal?: AbortSignal,
  ): Promise<SessionRecord> {
    const create = async () => {
      if (this.#expiring.includes(input.kind)) await this.#makeRoom(actor.userId, input.kind);
      const record = await this.store.create({ ...input, userId: actor.userId });
      await this.store.appendLog(record, [this.#entry(actor, 'create', { name: record.name })]);
      this.#changed(record);
      return record;
    };
    return this.#queue.run(`create ${actor.userId}`, create, signal);
  }

  async list(actor: Actor, query: Omit<ListQuery, 'userId'> = {}): Promise<SessionPage> {
    await this.#expireIdle(actor.userId);
    return this.store.list({ ...query, userId: actor.userId });
  }

  /** The session whatever its status; `not_found` when it is unknown or somebody else's. */
  async get(actor: Actor, sessionId: string): Promise<SessionRecord> {
    const record = await this.store.get({ sessionId, userId: actor.userId });
    if (!record) throw await this.#unknown(actor, sessionId);
    return record;
  }

  /** The session whatever its status; undefined when it is unknown or somebody else's. */
  find(key: SessionKey): Promise<SessionRecord | undefined> {
    return this.store.get(key);
  }

  /** A user's sessions with exactly this description, newest first: for what others call them. */
  async *findDescribed(
    { userId }: Actor,
    { kind, description }: { kind: string; description: string },
  ): AsyncGenerator<SessionRecord> {
    let cursor: string | undefined;
    do {
      const page = await this.store.list({ userId, kind, query: description, limit: 200, cursor });
      for (const session of page.sessions) {
        if (session.description !== description) continue;
        const record = await this.store.get({ sessionId: session.sessionId, userId });
        if (record) yield record;
      }
      cursor = page.cursor;
    } while (cursor);
  }

  /** Everybody who has sessions, each once. */
  users(): Promise<string[]> {
    return this.store.users();
  }

  async close(actor: Actor, sessionId: string, signal?: AbortSignal): Promise<SessionRecord> {
    return this.#queue.run(
      lineOf(actor, sessionId),
      async () => {
        const before = await this.get(actor, sessionId);
        if (before.status !== 'open') return before;
        const record = await this.store.close(before);
        if (!record) throw await this.#unknown(actor, sessionId);
        await this.store.appendLog(record, [this.#entry(actor, 'close')]);
        this.#changed(record);
        return record;
      },
      signal,
    );
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
      lineOf(actor, target.sessionId),
      () => this.#useAlone(actor, target, work, signal),
      signal,
    );
  }

  /** Look at an open session, alone as well; nothing is saved, and nobody counts as having used it. */
  look<T>(actor: Actor, target: Target, work: (record: SessionRecord) => Promise<T>): Promise<T> {
    return this.#queue.run(lineOf(actor, target.sessionId), () =>
      this.#alone(actor, target, (record) => work(record)),
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
  append(key: SessionKey, entries: readonly LogEntry[]): Promise<void> {
    return this.store.appendLog(key, entries);
  }

  /** The history, oldest first, of a session that was looked up before. */
  history(key: SessionKey, range?: { after?: number; limit?: number }): Promise<LogEntry[]> {
    return this.store.readLog(key, range);
  }

  /** Save a record; `conflict` when somebody else saved it first. */
  save(record: SessionRecord): Promise<SessionRecord> {
    return this.store.save(record);
  }

  /** How a session of this kind is listed; undefined for a kind that no area here declares. */
  kind(name: string): SessionKind | undefined {
    return this.#kinds.find(({ kind }) => kind === name);
  }

  /** Told after every create, change and close. Answers how to stop listening. */
  onChange(listener: (session: SessionSummary, userId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Expire what is idle and prune what ended long ago, for every user. */
  async sweep(): Promise<void> {
    await this.#expireIdle();
    await this.store.expire({
      idleSince: this.#ago(this.limits.askExpiryDays * 24 * 60),
      kinds: this.#waiting(),
    });
    await this.store.prune({ endedBefore: this.#ago(this.limits.keepEndedDays * 24 * 60) });
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
          await this.store.appendLog(record, entries.splice(0));
          const saved = await this.store.save(record);
          for (const listener of listeners) listener(saved.rev);
          this.#changed(saved);
          return result;
        } finally {
          if (entries.length > 0) await this.store.appendLog(record, entries);
        }
      },
      signal,
    );
  }

  /** With the session under our lease, if it can be used. */
  async #alone<T>(
    actor: Actor,
    target: Target,
    work: (record: SessionRecord) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    // Looked up before the lease: the wait must not reveal whether an id is unknown or another user's.
    const key = await this.get(actor, target.sessionId);
    const lease = await this.lease(key, signal ? { signal } : {});
    try {
      return await work(this.#usable(await this.get(actor, target.sessionId), target.kind));
    } finally {
      await lease.release();
    }
  }

  #usable(record: SessionRecord, kind: Target['kind']): SessionRecord {
    const { sessionId, status } = record;
    const [wanted, ...others] = [kind ?? []].flat();
    if (wanted !== undefined && ![wanted, ...others].includes(record.kind))
      throw new TandemError(
        'invalid_input',
        `Session "${sessionId}" is of kind ${record.kind}; this needs one of kind ${wanted}.`,
      );
    const minutes = this.kind(record.kind)?.expiryMinutes;
    const idle =
      this.#expiring.includes(record.kind) && new Date(record.updatedAt) < this.#idleSince(minutes);
    if (status === 'closed')
      throw new TandemError(
        'ended',
        `Session "${sessionId}" is closed. Create a new one with session_create.`,
      );
    if (status === 'expired' || idle) {
      const after = minutes ?? this.limits.sessionExpiryMinutes;
      const why = minutes === undefined ? ' (mcp.limits.sessionExpiryMinutes)' : '';
      throw new TandemError(
        'ended',
        `Session "${sessionId}" expired after ${after} minutes without use${why}. Create a new one with session_create.`,
      );
    }
    return record;
  }

  async #makeRoom(userId: string, kind: string): Promise<void> {
    await this.#expireIdle(userId);
    const most = this.limits.maxSessionsPerUser;
    if (this.kind(kind)?.expiryMinutes !== undefined) {
      const { sessions } = await this.store.list({ userId, kind, status: 'open', limit: most + 1 });
      for (const { sessionId } of sessions.slice(most - 1)) await this.store.close({ sessionId, userId });
      return;
    }
    const open = await this.store.countOpen({ userId, kinds: this.#ordinary(), limit: most });
    if (open >= most)
      throw new TandemError(
        'limit_reached',
        `You have ${open} open sessions, and mcp.limits.maxSessionsPerUser is ${most}. Close one with session_close, or raise the limit.`,
      );
  }

  async #expireIdle(userId?: string): Promise<void> {
    const of = userId === undefined ? {} : { userId };
    const expired = await this.store.expire({ idleSince: this.#idleSince(), kinds: this.#ordinary(), ...of });
    for (const { kind, expiryMinutes } of this.#kinds) {
      if (expiryMinutes === undefined) continue;
      expired.push(
        ...(await this.store.expire({ idleSince: this.#idleSince(expiryMinutes), kinds: [kind], ...of })),
      );
    }
    for (const session of expired) this.#log.info(`session ${session.sessionId} expired`);
  }

  /** Kinds that expire after `sessionExpiryMinutes` and count towards `maxSessionsPerUser`. */
  #ordinary(): string[] {
    return this.#expiring.filter((name) => this.kind(name)?.expiryMinutes === undefined);
  }

  async #unknown(actor: Actor, sessionId: string): Promise<TandemError> {
    const { sessions } = await this.store.list({ userId: actor.userId, status: 'open', limit: 200 });
    const named = sessions.find((session) => session.name === sessionId);
    const hint = named
      ? ` "${sessionId}" is the name of session "${named.sessionId}"; pass that id.`
      : didYouMean(sessionId, sessions.length > 12 ? [] : sessions.map((session) => session.sessionId));
    return new TandemError(
      'not_found',
      `Session "${sessionId}" not found.${hint || ' session_list lists yours.'}`,
    );
  }

  #waiting(): string[] {
    return this.#kinds.filter(({ waits }) => waits).map(({ kind }) => kind);
  }

  #idleSince(minutes = this.limits.sessionExpiryMinutes): Date {
    return this.#ago(minutes);
  }

  #ago(minutes: number): Date {
    return new Date(this.#now().getTime() - minutes * 60_000);
  }

  #entry(actor: Actor, action: string, detail: Record<string, unknown> = {}): LogEntry {
    const { userId, kind, name } = actor;
    return { timestamp: this.#now().toISOString(), actor: { kind, userId, name }, action, ...detail };
  }

  #changed(record: SessionRecord): void {
    for (const listener of this.#listeners) listener(toSummary(record), record.userId);
  }
}

/** By user too: a caller that guesses another user's id must neither wait in its queue nor block it. */
function lineOf(actor: Actor, sessionId: string): string {
  return `${sessionId} ${actor.userId}`;
}
