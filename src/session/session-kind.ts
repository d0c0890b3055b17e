import type { SessionSummary } from './session-record.ts';

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
  /** Where a person finds a session of this kind. The first link gets the session's name unless it has a text. */
  links?(session: SessionSummary): readonly SessionLink[];
}

/** A link to a session in the person's list. */
export interface SessionLink {
  href: string;
  text?: string;
}
