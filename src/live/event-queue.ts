/** Events that the page or app code pushed for the agent. Whoever reads takes them all. */
export class EventQueue {
  #events: unknown[];
  #waiting: (() => void)[] = [];
  #lastTaken = Date.now();

  /** `events`: those that an earlier process left behind. */
  constructor(events: unknown[] = []) {
    this.#events = events;
  }

  push(events: readonly unknown[]): void {
    if (events.length === 0) return;
    this.#events.push(...events);
    // One waiter takes them all; the others go on waiting.
    this.#waiting.shift()?.();
  }

  /** What waits, without taking it. */
  peek(): readonly unknown[] {
    return this.#events;
  }

  /** Take what waits, or wait for it up to `timeoutMs`; empty when nothing came. */
  async take(timeoutMs: number, signal?: AbortSignal): Promise<unknown[]> {
    if (this.#events.length === 0 && timeoutMs > 0 && !signal?.aborted) await this.#pushed(timeoutMs, signal);
    this.#lastTaken = Date.now();
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
