import { AUDIT_USER } from './audit-trail.ts';
import type { SessionKind } from './session-kind.ts';
import type { LogEntry, SessionRecord } from './session-record.ts';
import { toShownDetail } from './shown-detail.ts';

/** One line of the audit trail: an entry of a session's history, in the same shape for all kinds. */
export interface AuditLine {
  /** ISO 8601, UTC. */
  time: string;
  /** Whose session it is. */
  user: string;
  session: string;
  /** What sessions are called by people. Empty where it is gone. */
  name: string;
  kind: string;
  /** The app or the tool, where there is one. */
  subject: string | null;
  actor: { kind: LogEntry['actor']['kind']; name: string; user: string };
  what: string;
  outcome: string;
  /** What else the history says. Secrets are masked, long texts are only mentioned. */
  detail: Record<string, unknown>;
}

/** By action, where nothing else is known. */
const OUTCOMES: Record<string, string> = {
  expire: 'expired',
  close: 'closed',
  end: 'ended',
  'admin.end': 'ended',
  'retention.delete': 'deleted',
};

export function toAuditLine(
  entry: LogEntry,
  { sessionId, userId, name, kind, data }: SessionRecord,
  known: SessionKind | undefined,
): AuditLine {
  const { timestamp, actor, action, ...detail } = entry;
  const line = {
    time: timestamp,
    user: userId,
    session: sessionId,
    name,
    kind,
    subject: known?.subjectOf?.({ name, data }) ?? null,
    actor: { kind: actor.kind, name: actor.name, user: actor.userId },
    what: action,
    outcome: known?.outcomeOf?.(entry) ?? toOutcome(entry),
    detail: toShownDetail(detail),
  };
  return userId === AUDIT_USER ? toLineAbout(line, detail) : line;
}

/** What administrators did, and what is gone, is about other sessions and their users. */
function toLineAbout(line: AuditLine, { session, user, kind }: Record<string, unknown>): AuditLine {
  const { session: _, user: __, kind: ___, ...detail } = line.detail;
  return {
    ...line,
    name: '',
    user: typeof user === 'string' ? user : line.actor.user,
    session: typeof session === 'string' ? session : line.session,
    kind: typeof kind === 'string' ? kind : line.kind,
    detail,
  };
}

function toOutcome({ action, success, error }: LogEntry): string {
  if (success === false || (error !== undefined && error !== null)) return 'failed';
  return OUTCOMES[action] ?? 'ok';
}
