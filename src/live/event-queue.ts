/** Events that the page or app code pushed for the agent. Whoever reads takes them all. */
export class EventQueue {
  #events: unknown[];
  #waiting: (() => void)[] = [];
  #lastTaken = Date.now();
  #last: readonly unknown[] | undefined;

  /** `events`: those that an earlier process left behind. */
  constructor(events: unknown[] = []) {
    this.#events = events;
  }

  /** Answers how many of the oldest had to go because more than `most` wait. */
  push(events: readonly unknown[], most = Number.POSITIVE_INFINITY): number {
    if (events.length === 0) return 0;
    this.#events.push(...events);
    const dropped = this.#events.splice(0, Math.max(0, this.#events.length - most)).length;
    // One waiter takes them all; the others go on waiting.
    this.#waiting.shift()?.();
    return dropped;
  }

  /** Nothing comes any more: everybody who waits gets `last`. What is queued stays to be saved. */
  end(last: readonly unknown[]): void {
    this.#last = last;
    for (const wake of [...this.#waiting]) wake();
  }

  /** What waits, without taking it. */
  peek(): readonly unknown[] {
    return this.#events;
  }

  /** Take what waits, or wait for it up to `timeoutMs`; empty when nothing came. */
  async take(timeoutMs: number, signal?: AbortSignal): Promise<unknown[]> {
    const end = performance.now() + timeoutMs;
    // Woken, it may find that somebody else was quicker.
    while (this.#events.length === 0 && !this.#last && !signal?.aborted && performance.now() < end)
      await this.#pushed(end - performance.now(), signal);
    this.#lastTaken = Date.now();
    if (this.#last) return [...this.#last];
    // A caller that has gone would take them into nowhere.
    return signal?.aborted ? [] : this.#events.splice(0);
  }

  /** Whether somebody waits now. */
  get isPolled(): boolean {
    return this.#waiting.length > 0;
  }

  /** How long nobody has asked for events, in seconds; 0 while somebody waits. */
  get idleSeconds(): number {
    return this.isPolled ? 0 : (Date.now() - this.#lastTaken) / 1000;
  }

  #pushed(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        const at = this.#waiting.indexOf(done);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal?.addEventListener('abort', done, { once: true });
      this.#waiting.push(done);
    });
  }
}
