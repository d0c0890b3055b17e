import { isFailure, toMessage } from '../event-failure.ts';
import type { LogItem, Recorder } from '../recorder.ts';
import { dropRepeats } from './drop-repeats.ts';

/** Runs a life-cycle event in parallel with whatever is being recorded; what it does goes to its own line. */
export async function logLifeCycle(
  recorder: Recorder,
  item: LogItem,
  run: () => Promise<unknown>,
): Promise<void> {
  const result = await recorder.during(item, run);
  if (isFailure(result)) Object.assign(item, { success: false, error: toMessage(result.error) });
}

/** For the log: the page shows what its requests returned; only failures need more words. */
export function toldLifeCycle(item: LogItem): LogItem {
  const { requestResults, ...rest } = dropRepeats(item);
  if (!requestResults) return rest;
  const failed = requestResults.filter((request) => !request.success);
  const requests = requestResults.map((request) => request.requestId);
  return { ...rest, requests, ...(failed.length > 0 ? { success: false, requestResults: failed } : {}) };
}
