import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { EngineThread } from './engine-thread.ts';

/** How much is borne of a thread. */
export interface Patience {
  /** So long may app code keep its thread to itself. */
  stuckMs: number;
  /** So much memory may it take. */
  maxHeapMb: number;
  log: Logger;
}

/** How often threads are looked after. */
export const TICK_MS = 250;
/** Building and loading a large app take long, and much of it without a pause. */
const LOAD_MS = 120_000;

/** Whether nothing but its end stops it. */
export function isStuck(thread: EngineThread, patience: Patience): boolean {
  return thread.stuck * TICK_MS >= patienceFor(thread, patience);
}

export function stuckError(thread: EngineThread, patience: Patience): TandemError {
  const seconds = patienceFor(thread, patience) / 1000;
  patience.log.error(`An app in ${thread.dir} kept its thread busy for ${seconds} s and was stopped.`);
  const others = thread.outstanding - 1;
  const whose = others > 0 ? `, or that of one of ${others} others that ran beside it,` : '';
  return new TandemError(
    'timeout',
    `The app's own code${whose} ran for ${seconds} s without a pause (mcp.limits.appBusySeconds), so it was stopped: perhaps an endless loop or a slow regular expression in an operator. Nothing of this call was saved, but what it had written to databases stays. The session goes on from where it was before; do not repeat the same action unchanged.`,
  );
}

function patienceFor(thread: EngineThread, { stuckMs }: Patience): number {
  return thread.isReady ? stuckMs : Math.max(stuckMs, LOAD_MS);
}
