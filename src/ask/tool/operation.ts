import type { Grantee } from '../../session/session-share.ts';
import type { Scope } from '../run/scope.ts';
import type { SampleRequest } from './sample.ts';

/**
 * Something a tool waits for with `yield*`. The tool's own code never blocks, so it can be suspended, dropped, and replayed
 * in another process.
 */
export interface Operation<T> {
  [Symbol.iterator](): Iterator<Effect, T, unknown>;
}

/** What a step receives: a signal to stop, and a key that stays the same if the step runs again. */
export interface StepContext {
  signal: AbortSignal;
  /** For services that ignore repeated requests: a process may die between doing the step and recording it. */
  idempotencyKey: string;
}

export type ToolLogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Effects that take no time and leave no trace in the journal. What was printed with `console` is for the author only. */
export type Notice =
  | { op: 'log'; level: ToolLogLevel; message: string; printed?: true }
  | { op: 'notify'; message: string; progress?: number };

/** Effects whose outcome is recorded before the tool continues. */
export type Recorded =
  | {
      op: 'elicit';
      key: string;
      message: string;
      context: Record<string, unknown>;
      seq: number;
      to?: Grantee;
    }
  | { op: 'sample'; request: SampleRequest; scope: Scope }
  | { op: 'step'; name: string; run: (context: StepContext) => unknown; scope: Scope }
  | { op: 'sleep'; ms: number; scope: Scope }
  | { op: 'now' | 'uuid' | 'random' };

/** The closed set of what a tool can ask its driver for. */
export type Effect = Notice | Recorded | { op: 'all'; operations: readonly Operation<unknown>[] };

/** An operation of one effect. The driver returns what the effect declares. */
export function* perform<T>(effect: Effect): Generator<Effect, T, unknown> {
  return (yield effect) as T;
}
