import type { ToolRun } from '../run/tool-run.ts';

/**
 * A suspended tool that is still in memory, so that an answer costs no replay. Only a help: it may be dropped at any
 * time, and its journal brings it back.
 */
export interface LiveCall {
  run: ToolRun;
  /** Set while somebody drives it; resolves when that is over and the lease is given back. */
  driving?: Promise<void> | undefined;
  /** While true, what is told to the run reaches the drive under way. */
  hears?: boolean;
}
