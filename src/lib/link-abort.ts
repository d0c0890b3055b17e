/**
 * A signal that fires with the first of two: one that lasts as long as a request, and one that outlives it. `unlink` lets
 * go of the second only: work that a request began may still be ended by it after the first round was answered. Unlike
 * with `AbortSignal.any`, which Node 20 keeps for as long as the longer-lived source, nothing is left there.
 */
export function linkAbort(own: AbortSignal, lasting: AbortSignal): { signal: AbortSignal; unlink(): void } {
  const controller = new AbortController();
  const follow = (source: AbortSignal) => {
    const abort = () => controller.abort(source.reason);
    if (source.aborted) abort();
    else source.addEventListener('abort', abort);
    return abort;
  };
  follow(own);
  const abort = follow(lasting);
  return { signal: controller.signal, unlink: () => lasting.removeEventListener('abort', abort) };
}
