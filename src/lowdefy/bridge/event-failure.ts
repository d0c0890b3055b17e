import { reasonOf } from '../app/failure-reason.ts';
import type { EventResult } from '../engine/engine-types.ts';
import type { Recorder } from './recorder.ts';

export function isFailure(result: unknown): result is EventResult {
  return (result as EventResult | undefined)?.success === false;
}

/** The engine wraps what an action threw in layers that differ by generation; the block is already in the log line. */
export function toMessage(error: unknown): string {
  return reasonOf(error) ?? 'The event failed.';
}

export function reportEvent(recorder: Recorder, result: EventResult): void {
  if (isFailure(result)) recorder.note({ success: false, error: toMessage(result.error) });
}
