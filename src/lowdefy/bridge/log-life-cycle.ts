import { isFailure, toMessage } from './event-failure.ts';
import type { LogItem, Recorder } from './recorder.ts';

/** Run a life-cycle event within whatever is being recorded, with a line of its own. */
export async function logLifeCycle(
  recorder: Recorder,
  heading: Pick<LogItem, 'action' | 'blockId'>,
  run: () => Promise<unknown>,
): Promise<LogItem[]> {
  const outer = recorder.end();
  recorder.begin(heading);
  const result = await run();
  if (isFailure(result)) recorder.note({ success: false, error: toMessage(result.error) });
  const { requestResults, ...item } = recorder.end();
  recorder.begin(outer);
  recorder.note(outer);
  if (!requestResults) return [item];
  // The page shows what they brought; only what failed is worth more words.
  const failed = requestResults.filter((request) => !request.success);
  const requests = requestResults.map((request) => request.requestId);
  return [{ ...item, requests, ...(failed.length > 0 ? { success: false, requestResults: failed } : {}) }];
}
