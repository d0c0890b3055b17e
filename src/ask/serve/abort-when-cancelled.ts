import type { CallContext } from '../../area/call-context.ts';
import type { Calls } from '../calls/calls.ts';

const watched = new WeakMap<AbortSignal, () => void>();

/**
 * A caller that says "cancel" ends the tool. One that is only gone does not: its question stays, and may be
 * answered on the page or by the same caller when it comes back. Answers how to stop watching.
 */
export function abortWhenCancelled(calls: Calls, ctx: CallContext, sessionId: string): () => void {
  const { signal, principal } = ctx;
  // In the older era all rounds of a call share one signal.
  watched.get(signal)?.();
  const abort = () => {
    if (isSaid(signal.reason))
      // A call that is over by now, or gone, needs no end.
      void calls.abort(principal, sessionId, 'The caller cancelled the call.').catch(() => {});
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  const stop = () => signal.removeEventListener('abort', abort);
  watched.set(signal, stop);
  return stop;
}

/** Cancelling comes with the caller's words, or with none; a lost connection with an error. */
function isSaid(reason: unknown): boolean {
  return typeof reason === 'string' || (reason instanceof DOMException && reason.name === 'AbortError');
}
