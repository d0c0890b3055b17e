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
  /** The administrator who ended it, by name. */
  endedBy?: string;
  /** The page an app session is on; null before the first navigation. */
  currentPageId: string | null;
  createdAt: string;
  updatedAt: string;
  /** What lists say about it. */
  glance?: Glance;
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
  endedBy?: string;
  pageId: string | null;
  glance?: Glance;
  createdAt: string;
  updatedAt: string;
}

/** What somebody did last, in words but without what they typed: "set **Unit price** in line 1". */
export interface LastDeed {
  timestamp: string;
  actor: LogEntry['actor'];
  verb: string;
  label?: string;
  where?: string;
}

/** What lists say about a session besides its name, so that they need not read its history. */
export interface Glance {
  /** The app or tool that it is about. */
  subject?: string;
  /** What the page is called that it is on. */
  pageTitle?: string;
  last?: LastDeed;
}

/** A session in a list of all users. */
export interface OwnedSummary extends SessionSummary {
  userId: string;
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
    ...(record.endedBy !== undefined && { endedBy: record.endedBy }),
    pageId: record.currentPageId,
    ...(record.glance && { glance: record.glance }),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

/** A line of a history: `actor` did this at that time. */
export function toEntry(
  { kind, userId, name }: LogEntry['actor'],
  action: string,
  detail: Record<string, unknown>,
  at: Date,
): LogEntry {
  return { timestamp: at.toISOString(), actor: { kind, userId, name }, action, ...detail };
}
