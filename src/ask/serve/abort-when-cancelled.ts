import type { CallContext } from '../../area/call-context.ts';
import type { Calls } from '../calls/calls.ts';

const watched = new WeakMap<AbortSignal, () => void>();

/**
 * A caller that cancels ends the call. One that loses its connection, or gives up on the request because it takes too long,
 * does not: nobody wished the call to end. It continues, and the question can be answered on the page. Returns how to
 * stop watching.
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

/** What clients send as the reason when their time limit ends a request: "MCP error -32001: Request timed out". */
const GAVE_UP = /tim(?:ed|e)[ -]?out|-32001|deadline/i;

/** A cancellation has a text or an AbortError as its reason; a lost connection has another error. */
function isSaid(reason: unknown): boolean {
  if (typeof reason === 'string') return !GAVE_UP.test(reason);
  return reason instanceof DOMException && reason.name === 'AbortError';
}
