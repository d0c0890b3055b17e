import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';

/** What is watched about a process. */
interface Watched {
  isReady: boolean;
  stuck: number;
}

/** What app code is allowed. */
export interface Patience {
  /** How long it may run without yielding. */
  stuckMs: number;
  /** How much memory it may use. */
  maxHeapMb: number;
  log: Logger;
}

/** How often processes are checked. */
export const TICK_MS = 250;
/** Building and loading a large app takes long, much of it without yielding. */
const LOAD_MS = 120_000;

/** Whether it must be killed. */
export function isStuck(one: Watched, patience: Patience): boolean {
  return one.stuck * TICK_MS >= patienceFor(one, patience);
}

export function stuckError(
  one: Watched,
  { dir, outstanding }: { dir: string; outstanding: number },
  patience: Patience,
): TandemError {
  const seconds = patienceFor(one, patience) / 1000;
  patience.log.error(`An app in ${dir} kept its process busy for ${seconds} s and was stopped.`);
  const others = outstanding - 1;
  const whose = others > 0 ? `, or of one of ${others} other calls in the same process,` : '';
  return new TandemError(
    'timeout',
    `The app's own code${whose} ran for ${seconds} s without a pause (mcp.limits.appBusySeconds), so it was stopped. It may be an endless loop, a slow regular expression in an operator, or a slow query. Nothing of this call was saved, but its writes to databases remain. The session continues from where it was before the call; do not repeat the same action unchanged.`,
  );
}

function patienceFor({ isReady }: Watched, { stuckMs }: Patience): number {
  return isReady ? stuckMs : Math.max(stuckMs, LOAD_MS);
}
