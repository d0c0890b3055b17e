import type { CallContext } from '../../area/call-context.ts';
import type { Calls } from '../calls/calls.ts';

const watched = new WeakMap<AbortSignal, () => void>();

/**
 * A caller that cancels ends the call. A lost connection does not: the question stays open, and can be answered
 * on the page, or by the same caller when it reconnects. Returns how to stop watching.
 */
export function abortWhenCancelled(calls: Calls, ctx: CallContext, sessionId: string): () => void {
  const { signal, principal } = ctx;
  // In the older era all rounds of a call share one signal.
  watched.get(signal)?.();
  const abort = () => {
    if (isSaid(signal.reason))
      // The call may have ended by now.
      void calls.abort(principal, sessionId, 'The caller cancelled the call.').catch(() => {});
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  const stop = () => signal.removeEventListener('abort', abort);
  watched.set(signal, stop);
  return stop;
}

/** A cancellation has a text or an AbortError as its reason; a lost connection has another error. */
function isSaid(reason: unknown): boolean {
  return typeof reason === 'string' || (reason instanceof DOMException && reason.name === 'AbortError');
}
