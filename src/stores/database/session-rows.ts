import type { EventLog } from '../../session/event-log.ts';
import type { InstanceStore } from '../../session/instance-store.ts';
import type { SessionStatus } from '../../session/session-record.ts';
import type { SessionStore } from '../../session/session-store.ts';

/** A session as a database keeps it: the record as text, beside what it is found by. */
export interface SessionRow extends RowKey {
  kind: string;
  status: SessionStatus;
  updatedAt: string;
  rev: number;
  summary: string;
  record: string;
}

/** Which session, and whose. */
export interface RowKey {
  sessionId: string;
  userKey: string;
  /** As JSON, which can hold every text. */
  userId: string;
}

/** What makes a repeated write the same write, and the lease it is bound to (null without one). */
export interface WriteMark {
  id: string;
  leaseToken: string | null;
}

export interface BatchQuery {
  /** Of all users without it. */
  userKey: string | undefined;
  status: SessionStatus | undefined;
  kinds: readonly string[] | undefined;
  after: { updatedAt: string; sessionId: string } | undefined;
  limit: number;
}

export interface EndedQuery {
  /** Before this. */
  updatedAt: string;
  userKey: string | undefined;
  kinds: readonly string[] | undefined;
  exceptKinds: readonly string[];
}

export interface LogBatch {
  /** How many entries come before it. */
  first: number;
  /** A JSON array. */
  entries: string;
}

/** How a lease was taken, or who has it; undefined if there is no such session. */
export type LeaseAttempt = { token: string } | { heldBy: string } | undefined;

/**
 * What a database does for sessions. Every call may be repeated by the client when a connection is lost. Times of
 * leases are the database's own, so instances need not agree on the clock.
 */
export interface SessionRows {
  insert(row: SessionRow): Promise<void>;
  find(key: RowKey): Promise<string | undefined>;
  /** Replaces the row of the rev before; false if another save came first, or the lease is another's. */
  replace(row: SessionRow, mark: WriteMark): Promise<boolean>;
  /** Summaries and user ids, both JSON, newest first, then by session id. */
  list(query: BatchQuery): Promise<{ summary: string; userId: string }[]>;
  countOpen(userKey: string, kinds: readonly string[]): Promise<number>;
  /** As JSON, each once. */
  users(): Promise<string[]>;
  /** False if there is no such session, or the lease is another's. */
  append(key: RowKey, batch: { length: number; entries: string }, mark: WriteMark): Promise<boolean>;
  readLog(sessionId: string, range: { after: number; limit: number | undefined }): Promise<LogBatch[]>;
  /** The first ones whose `first` is greater than `after`, or else the last ones with a smaller one than `before`; in order. */
  readParts(
    sessionId: string,
    range: { before: number | undefined; after: number | undefined; limit: number },
  ): Promise<LogBatch[]>;
  openBefore(query: { updatedAt: string; kinds: readonly string[]; userKey?: string }): Promise<string[]>;
  /** User ids are JSON. */
  removeEnded(query: EndedQuery): Promise<{ sessionId: string; userId: string; kind: string }[]>;
  remove(sessionId: string): Promise<void>;
  /** Takes the lease if it is free or over; each holder gets a higher token. */
  takeLease(key: RowKey, lease: { owner: string; forMs: number }): Promise<LeaseAttempt>;
  /** Prolongs those that are still held under these tokens, and returns them. */
  prolongLeases(held: readonly HeldLease[], forMs: number): Promise<HeldLease[]>;
  releaseLease(held: HeldLease): Promise<void>;
  /** See `SessionStore.abandoned`; user ids are JSON. */
  abandoned(kinds: readonly string[]): Promise<{ sessionId: string; userId: string }[]>;
  /** See `SessionStore.madeOnce`. */
  madeOnce(name: string, value: string): Promise<string>;
  shares: ShareRows;
  /** See `SessionStore.useOnce`; a repeated use of the same id is the same use. */
  useOnce(name: string, use: { id: string; forMs: number }): Promise<boolean>;
  instances: InstanceStore;
  events: EventLog;
  /** See `SessionStore`. */
  onOthersChange: NonNullable<SessionStore['onOthersChange']>;
  tell: NonNullable<SessionStore['tell']>;
  onTold: NonNullable<SessionStore['onTold']>;
  close(): Promise<void>;
}

export interface HeldLease {
  sessionId: string;
  token: string;
}

/** A share as a database keeps it: as JSON, beside what it is found by. */
export interface ShareRow {
  granteeKey: string;
  share: string;
}

/** What a database does for `SessionStore.shares`. */
export interface ShareRows {
  /** False if there is no such session. */
  set(key: RowKey, row: ShareRow): Promise<boolean>;
  remove(key: RowKey, granteeKey: string): Promise<boolean>;
  of(sessionId: string): Promise<string[]>;
  with(query: {
    granteeKeys: readonly string[];
    sessionId: string | undefined;
    status: SessionStatus | undefined;
    limit: number;
  }): Promise<{ userId: string; summary: string; share: string }[]>;
}
