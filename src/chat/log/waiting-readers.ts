/**
 * Readers that have read everything so far. They are woken together and not for every token: the cost of readers must
 * not slow the writer, however many there are.
 */
export class WaitingReaders {
  readonly #waiting = new Set<() => void>();
  #planned: { cancel(): void } | undefined;

  /** Resolves at the next change, or when the signal fires. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      this.#waiting.add(wake);
    });
  }

  /** There is something to read: woken soon with few readers, in larger batches with many. */
  changed(): void {
    if (this.#planned || this.#waiting.size === 0) return;
    const ms = Math.min(MAX_WAIT_MS, Math.floor(this.#waiting.size * MS_PER_READER));
    if (ms === 0) {
      const immediate = setImmediate(() => this.wakeAll());
      this.#planned = { cancel: () => clearImmediate(immediate) };
    } else {
      const timer = setTimeout(() => this.wakeAll(), ms);
      this.#planned = { cancel: () => clearTimeout(timer) };
    }
  }

  wakeAll(): void {
    this.#planned?.cancel();
    this.#planned = undefined;
    for (const wake of [...this.#waiting]) wake();
  }
}

const MS_PER_READER = 0.5;
const MAX_WAIT_MS = 100;
