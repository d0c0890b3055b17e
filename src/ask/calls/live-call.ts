import type { ToolRun } from '../run/tool-run.ts';

/**
 * A suspended tool that is still in memory, so that an answer costs no replay. A cache: it may be dropped at any
 * time and is restored from its journal.
 */
export interface LiveCall {
  run: ToolRun;
  /** Set while it is driven; resolves when the lease is released. */
  driving?: Promise<void> | undefined;
  /** While true, what is told to the run reaches the drive under way. */
  hears?: boolean;
}
