import { isFailure, toMessage } from '../event-failure.ts';
import type { LogItem, Recorder } from '../recorder.ts';
import { dropRepeats } from './drop-repeats.ts';

/** Run a life-cycle event beside whatever else is being recorded; what it does goes to its own line. */
export async function logLifeCycle(
  recorder: Recorder,
  item: LogItem,
  run: () => Promise<unknown>,
): Promise<void> {
  const result = await recorder.during(item, run);
  if (isFailure(result)) Object.assign(item, { success: false, error: toMessage(result.error) });
}

/** As it is told: the page shows what its requests brought; only what failed is worth more words. */
export function toldLifeCycle(item: LogItem): LogItem {
  const { requestResults, ...rest } = dropRepeats(item);
  if (!requestResults) return rest;
  const failed = requestResults.filter((request) => !request.success);
  const requests = requestResults.map((request) => request.requestId);
  return { ...rest, requests, ...(failed.length > 0 ? { success: false, requestResults: failed } : {}) };
}
