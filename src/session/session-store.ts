import type { LogEntry, SessionRecord, SessionStatus, SessionSummary } from './session-record.ts';

/** A session is always addressed together with its owner: another user's id behaves like an unknown one. */
export interface SessionKey {
  sessionId: string;
  userId: string;
}

export interface NewSession {
  userId: string;
  kind: string;
  name: string;
  description?: string;
  data?: Record<string, unknown>;
}

export interface ListQuery {
  userId: string;
  status?: SessionStatus;
  /** One kind or several; all when absent. */
  kind?: string | readonly string[];
  /** Case-insensitive text that the name or description must contain. */
  query?: string;
  /** At most this many, newest first (by updatedAt, then sessionId). Default 50. */
  limit?: number;
  /** From an earlier result; anything else is `invalid_input`. */
  cursor?: string;
}

export interface SessionPage {
  sessions: SessionSummary[];
  /** Present when there are more. */
  cursor?: string;
}

export interface LeaseOptions {
  /** Who asks, for the message another process gets while it waits: "pid 4711". */
  owner: string;
  /** How long to wait for the current holder before `busy`. Default 10,000 ms. */
  waitMs?: number;
  signal?: AbortSignal;
}

/** The right to be the one writer of a session, kept alive until released or until its holder dies. */
export interface Lease {
  /** Aborted when the lease was lost (the process was suspended longer than the lease lives). */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Where sessions are stored. `createFileStore` and `createMemoryStore` are two; implement this to use your own database.
 * Several processes may use one store at the same time.
 */
export interface SessionStore {
  /** Create an open session with rev 1. */
  create(input: NewSession): Promise<SessionRecord>;
  /** The session, or undefined when there is none of that id for that user. */
  get(key: SessionKey): Promise<SessionRecord | undefined>;
  /**
   * Replace the record whose `rev` is `record.rev`; returns it with the next rev and a new updatedAt.
   * When another save came first: `conflict`, and nothing is changed. Resolves once it is on disk.
   */
  save(record: SessionRecord): Promise<SessionRecord>;
  list(query: ListQuery): Promise<SessionPage>;
  /**
   * How many sessions of these kinds a user has open. Below `limit` it may count one that a killed process ended; from
   * `limit` on it is exact.
   */
  countOpen(query: { userId: string; kinds: readonly string[]; limit: number }): Promise<number>;
  /** Everybody who has sessions, each once. */
  users(): Promise<string[]>;
  /** Set the status to closed; closing twice is the same as once. Undefined when the session does not exist. */
  close(key: SessionKey): Promise<SessionRecord | undefined>;
  /** Append to the history, in order, all or nothing visible to readers. `not_found` for an unknown session. */
  appendLog(key: SessionKey, entries: readonly LogEntry[]): Promise<void>;
  /** The history, oldest first; `after` skips that many entries. */
  readLog(key: SessionKey, range?: { after?: number; limit?: number }): Promise<LogEntry[]>;
  /** Become the one writer. Waits for the current holder; takes over the lease of a dead one. */
  lease(key: SessionKey, options: LeaseOptions): Promise<Lease>;
  /** Mark open sessions of these kinds not updated since `idleSince` as expired; of one user or of all. */
  expire(options: { idleSince: Date; kinds: readonly string[]; userId?: string }): Promise<SessionSummary[]>;
  /** Delete closed and expired sessions that ended before `endedBefore`, with their logs. Returns how many. */
  prune(options: { endedBefore: Date; userId?: string }): Promise<number>;
  /** Release what the store holds in this process: timers, leases. */
  dispose(): Promise<void>;
}
