import type { EventLog } from './event-log.ts';
import type { InstanceStore } from './instance-store.ts';
import type {
  Glance,
  LogEntry,
  OwnedSummary,
  SessionRecord,
  SessionStatus,
  SessionSummary,
} from './session-record.ts';
import type { ShareStore } from './session-share.ts';

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
  glance?: Glance;
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

/** Of all users; text is looked for in user ids as well. */
export type ListAllQuery = Omit<ListQuery, 'userId'>;

export interface OwnedPage {
  sessions: OwnedSummary[];
  /** Present when there are more. */
  cursor?: string;
}

/** What was appended to a history at once, such as all that one call did. */
export interface LogPart {
  /** Where it is, as text that only the store understands. */
  place: string;
  entries: LogEntry[];
}

/** As `after`: the place before all others. */
export const FROM_THE_BEGINNING = '';

/** Places of parts; anything else is `invalid_input`. With both, `after` counts. */
export interface PartRange {
  before?: string;
  after?: string;
  /** How many parts, from 1. */
  limit: number;
}

export interface PruneOptions {
  endedBefore: Date;
  userId?: string;
  /** Only these kinds. */
  kinds?: readonly string[];
  /** All but these kinds. */
  exceptKinds?: readonly string[];
  /** Called for each session that this call has deleted. */
  onRemoved?(session: SessionKey & { kind: string }): void;
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
  /** The session, or undefined if that user has no session of that id. */
  get(key: SessionKey): Promise<SessionRecord | undefined>;
  /**
   * Replace the record whose `rev` is `record.rev`; returns it with the next rev and a new updatedAt.
   * When another save came first: `conflict`, and nothing is changed. Resolves once it is on disk.
   */
  save(record: SessionRecord): Promise<SessionRecord>;
  list(query: ListQuery): Promise<SessionPage>;
  /** The sessions of all users, in the order of `list`, for administrators. Without it, they must name a user. */
  listAll?(query: ListAllQuery): Promise<OwnedPage>;
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
  /**
   * Parts of the history, oldest first: the first ones after a place, or else the last ones before a place or the end. A
   * store reads only these, however long the history is. Without it, all of the history is read each time.
   */
  readParts?(key: SessionKey, range: PartRange): Promise<LogPart[]>;
  /** Become the one writer. Waits for the current holder; takes over the lease of a dead one. */
  lease(key: SessionKey, options: LeaseOptions): Promise<Lease>;
  /** Mark open sessions of these kinds not updated since `idleSince` as expired; of one user or of all. */
  expire(options: { idleSince: Date; kinds: readonly string[]; userId?: string }): Promise<SessionSummary[]>;
  /**
   * Delete closed and expired sessions that ended before `endedBefore`, with their logs. Returns how many. If several
   * processes do it at the same time, each session is deleted by one of them.
   */
  prune(options: PruneOptions): Promise<number>;
  /**
   * Takes over a session from another store as it is there, with its history. False, and nothing is changed, if it is
   * here already in this version or a later one. For copies; the session must not be in use.
   */
  adopt?(record: SessionRecord, history: readonly LogEntry[]): Promise<boolean>;
  /** Open sessions of these kinds whose holder died without releasing its lease. Without it, all are looked at. */
  abandoned?(kinds: readonly string[]): Promise<SessionKey[]>;
  /**
   * The value of this name that whichever process came first has stored; `value` if none has. For secrets that all
   * instances must share. Without it, they are kept in the served folder.
   */
  madeOnce?(name: string, value: string): Promise<string>;
  /** To whom sessions were opened. Without it, sessions cannot be shared, nor questions addressed to others. */
  readonly shares?: ShareStore;
  /**
   * True for the first of all processes that uses this name, false for all others, for at least `forMs`. Without it, what
   * works once works in the process that issued it.
   */
  useOnce?(name: string, forMs: number): Promise<boolean>;
  /** The instances that share this store. Without it, each process is alone. */
  instances?: InstanceStore;
  /**
   * What was sent to the clients of older MCP revisions. Without it, a client whose process has died is told that the
   * outcome of its open calls is unknown.
   */
  events?: EventLog;
  /**
   * Told when another process has written to a session, or without a key when it is not known to which (the connection
   * was lost for a while). Returns how to stop. Without it, others' changes are looked for at intervals.
   */
  onOthersChange?(listener: (key: SessionKey | undefined) => void): () => void;
  /** Say something to the other processes, at most some kilobytes; those that cannot be reached now miss it. */
  tell?(text: string): void;
  /** What the others say. Returns how to stop. */
  onTold?(listener: (text: string) => void): () => void;
  /** Release what the store holds in this process: timers, leases. */
  dispose(): Promise<void>;
}
