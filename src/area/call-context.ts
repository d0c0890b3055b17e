import type { Principal } from '../auth/principal.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Notifier } from './notifier.ts';
import type { Asked, Question } from './question.ts';

/** What the caller can show and do, as it declared. */
export interface ClientAbilities {
  name: string;
  version: string;
  forms: boolean;
  urls: boolean;
  sampling: boolean;
  roots: boolean;
}

export type LogSeverity =
  | 'debug'
  | 'info'
  | 'notice'
  | 'warning'
  | 'error'
  | 'critical'
  | 'alert'
  | 'emergency';

/** What a handler gets beside its input. */
export interface CallContext {
  principal: Principal;
  transport: 'stdio' | 'http';
  client: ClientAbilities;
  /** In the newer one a call that asks is over until it is called again; in the older one the caller waits. */
  era: 'legacy' | 'modern';
  /** The caller asked to know how far the work is. */
  wantsProgress: boolean;
  /** Fires when the caller cancels or goes away. */
  signal: AbortSignal;
  sessions: Sessions;
  notify: Notifier;
  /** Report how far the work is; does nothing when the caller did not ask to know. */
  progress(update: { progress: number; total?: number; message?: string }): Promise<void>;
  /** A log line to the client, at the levels it asked for. */
  log(severity: LogSeverity, data: unknown): Promise<void>;
  /** Answers to what an earlier round of this call required, and the state it left. */
  input: { answers: Record<string, unknown>; state: unknown };
  /**
   * Ask the person; in tools only. Returns `{ pending }`, to be returned as it is, until the person has answered,
   * then `{ answer }`. `key` tells the questions of a call apart.
   */
  ask(key: string, question: Question): Promise<Asked>;
  /** Let a waiting client reconnect later for the result, where its transport can (long calls over HTTP). */
  releaseStream(): void;
}
