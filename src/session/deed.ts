import type { LogEntry } from './session-record.ts';

/** A value that was changed, as people read it. */
export interface DeedChange {
  /** What it is a value of, where that is not the label of the deed. */
  label?: string;
  before?: string;
  after?: string;
}

/** A request of an app that ran because of a deed. */
export interface DeedRequest {
  name: string;
  success: boolean;
  ms?: number;
  reason?: string;
}

/**
 * An entry of a history in words for people, a sentence without its subject: "set **Unit price** to 120 in line 1". It is
 * `verb`, `label`, `rest`, `where`, and after a colon what the app said.
 */
export interface DeedWords {
  verb: string;
  /** The verb while it happens: "filling". */
  doing?: string;
  /** What it was done to, as people call it. */
  label?: string;
  rest?: string;
  where?: string;
  said?: string;
  /** Why it failed; what has one has failed. */
  reason?: string;
  changes?: DeedChange[];
  requests?: DeedRequest[];
  /** Longer texts: code, messages, results. */
  texts?: { title: string; text: string }[];
  /** Of several in a row by one person under the same name, only the last is shown: text arrives while it is typed. */
  fold?: string;
  /** The block of the page. */
  blockId?: string;
  /** Whom people see as the one who did it, if not the actor. */
  by?: Pick<LogEntry['actor'], 'kind' | 'name'>;
}

/** An entry of a history as people see it. */
export interface Deed extends Omit<DeedWords, 'by'> {
  /** One of a kind in its session. */
  id: string;
  /** The same for all that one call did. */
  call: string;
  timestamp: string;
  actor: LogEntry['actor'];
}
