import type { DeedWords } from './deed.ts';
import type { LogEntry, SessionRecord, SessionSummary } from './session-record.ts';

/** A kind of session: how long it lives, and how the person's list shows it. Each area brings its own. */
export interface SessionKind {
  /** The word in the record, such as `app`. */
  kind: string;
  /** It waits for a person: it expires with its questions, and does not count towards `maxSessionsPerUser`. */
  waits?: boolean;
  /** It expires after so long without use instead of `sessionExpiryMinutes`, and is counted apart; the oldest make room. */
  expiryMinutes?: number;
  /** A person may close one in the list. Without this, sessions of this kind end by themselves. */
  closable?: boolean;
  /** Its owner may open one to other users; `act`: to use it, not only to look at it. */
  shareable?: boolean | 'act';
  /** Where a person finds a session of this kind. The first link gets the session's name unless it has a text. */
  links?(session: SessionSummary): readonly SessionLink[];
  /** The app or tool that it is about, for lists of administrators and the audit trail. */
  subjectOf?(session: Pick<SessionRecord, 'name' | 'data'>): string | undefined;
  /** How what an entry of its history is about turned out, in one word; undefined where that is plain. */
  outcomeOf?(entry: LogEntry): string | undefined;
  /** An entry of its history in words for people; null for what people need not see, undefined for what it does not know. */
  toDeed?(entry: LogEntry): DeedWords | null | undefined;
  /** A short name that its own pages have for it. */
  aliasOf?(session: SessionRecord): string | undefined;
  /** The session that it is part of: it ends with that one. */
  partOf?(session: SessionRecord): string | undefined;
  /**
   * What a program that does not run sessions of this kind adds to the history of one that an administrator has ended,
   * so that nothing waits in it; nothing if it has come to its end by itself.
   */
  toEnding?(session: SessionRecord, history: readonly LogEntry[], reason: string): LogEntry[];
}

/** A link to a session in the person's list. */
export interface SessionLink {
  href: string;
  text?: string;
}
