import type { EventResult } from '../engine/engine-types.ts';
import type { Recorder } from './recorder.ts';

export function isFailure(result: unknown): result is EventResult {
  return (result as EventResult | undefined)?.success === false;
}

/** The engine wraps what an action threw in layers that differ by generation. */
export function toMessage(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5; depth++) {
    if (inner instanceof Error) return inner.message;
    const next = (inner as { error?: unknown } | null | undefined)?.error;
    if (next === undefined) break;
    inner = next;
  }
  const message = (inner as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : 'The event failed.';
}

export function reportEvent(recorder: Recorder, result: EventResult): void {
  if (isFailure(result)) recorder.note({ success: false, error: toMessage(result.error) });
}
