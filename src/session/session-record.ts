export type SessionStatus = 'open' | 'closed' | 'expired';

/** A session as it is stored: a named, persistent unit of work that belongs to one user. */
export interface SessionRecord {
  sessionId: string;
  userId: string;
  /** What it is about; one of the kinds that areas declare. */
  kind: string;
  name: string;
  description: string;
  status: SessionStatus;
  /** The page an app session is on; null before the first navigation. */
  currentPageId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Counts saves. A save names the rev it is based on and is refused if another save came first. */
  rev: number;
  /** What the area of this kind saves; opaque here. Plain JSON. */
  data: Record<string, unknown>;
}

/** A session as lists show it. */
export interface SessionSummary {
  sessionId: string;
  kind: string;
  name: string;
  description: string;
  status: SessionStatus;
  pageId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** One line of a session's history: who did what, when, and with what outcome. */
export interface LogEntry {
  timestamp: string;
  /** Who: `agent` or `person`, and their name; `system` for expiry and the like. */
  actor: { kind: 'agent' | 'person' | 'system'; userId: string; name: string };
  action: string;
  [detail: string]: unknown;
}

export function toSummary(record: SessionRecord): SessionSummary {
  return {
    sessionId: record.sessionId,
    kind: record.kind,
    name: record.name,
    description: record.description,
    status: record.status,
    pageId: record.currentPageId,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}
