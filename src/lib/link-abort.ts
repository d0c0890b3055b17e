/**
 * A signal that fires with the first of several. Unlike with `AbortSignal.any`, of which Node 20 keeps every one for as
 * long as the longest-lived of its sources, nothing of it is left after `unlink`.
 */
export function linkAbort(signals: readonly AbortSignal[]): { signal: AbortSignal; unlink(): void } {
  const controller = new AbortController();
  const links = signals.map((signal) => {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    return { signal, abort };
  });
  return {
    signal: controller.signal,
    unlink: () => links.forEach(({ signal, abort }) => void signal.removeEventListener('abort', abort)),
  };
}
