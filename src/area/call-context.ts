import type { Principal } from '../auth/principal.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Notifier } from './notifier.ts';
import type { Asked, Question } from './question.ts';

/** What the calling client says it supports, such as showing forms or sampling. */
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

/**
 * What a tool, resource or prompt receives besides its input: who calls, sessions, progress, logging, `ask`.
 *
 * @example
 * ```ts
 * import { defineTool } from 'tandem-mcp';
 * import { z } from 'zod';
 *
 * export const whoami = defineTool({
 *   name: 'whoami',
 *   title: 'Who am I',
 *   description: 'The name of the caller',
 *   input: z.strictObject({}),
 *   handle: (_input, ctx) => ({ text: ctx.principal.name }),
 * });
 * ```
 */
export interface CallContext {
  principal: Principal;
  transport: 'stdio' | 'http';
  client: ClientAbilities;
  /** In the newer era a call that asks returns and is called again; in the older one the caller waits. */
  era: 'legacy' | 'modern';
  /** The caller asked for progress reports. */
  wantsProgress: boolean;
  /** Milliseconds until the caller may give up on this request: then it should have an answer, if only a first one. */
  msLeft(): number;
  /** Fires when the caller cancels or disconnects. */
  signal: AbortSignal;
  sessions: Sessions;
  notify: Notifier;
  /** Report progress; does nothing if the caller did not ask for it. */
  progress(update: { progress: number; total?: number; message?: string }): Promise<void>;
  /** A log line to the client, at the levels it asked for. */
  log(severity: LogSeverity, data: unknown): Promise<void>;
  /** Answers to what an earlier round of this call required, and the state it left. */
  input: { answers: Record<string, unknown>; state: unknown };
  /**
   * Ask the person; in tools only. Returns `{ pending }`, which the tool must return unchanged, until the person has answered,
   * then `{ answer }`. `key` identifies the question within the call.
   */
  ask(key: string, question: Question): Promise<Asked>;
  /**
   * Run another tool as a round of a call that asked before and returned "waiting"; in tools only. Its outcome is stored
   * with that call.
   */
  resumeCall(call: {
    tool: string;
    arguments: Record<string, unknown>;
    sessionId: string;
  }): Promise<{ error?: string }>;
  /** Let a waiting client reconnect later for the result, if its transport supports it (long calls over HTTP). */
  releaseStream(): void;
}
