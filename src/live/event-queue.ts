/** What an agent that never reads may leave behind at most. */
export interface QueueBounds {
  events: number;
  /** Of all events together, as JSON. */
  characters: number;
}

const UNBOUNDED: QueueBounds = { events: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

/** Events that the page or app code pushed for the agent. Whoever reads takes them all. */
export class EventQueue {
  readonly #bounds: QueueBounds;
  #events: unknown[] = [];
  #sizes: number[] = [];
  #characters = 0;
  #waiting: (() => void)[] = [];
  #lastTaken = Date.now();
  #last: readonly unknown[] | undefined;

  /** `events`: those that an earlier process left behind. */
  constructor(events: readonly unknown[] = [], bounds: QueueBounds = UNBOUNDED) {
    this.#bounds = bounds;
    this.push(events);
  }

  /** Answers how many of the oldest had to go because too many wait. The newest always stays. */
  push(events: readonly unknown[]): number {
    if (events.length === 0) return 0;
    for (const event of events) {
      const size = JSON.stringify(event)?.length ?? 0;
      this.#events.push(event);
      this.#sizes.push(size);
      this.#characters += size;
    }
    const dropped = this.#shorten();
    this.#wakeOne();
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
    // A caller that has gone would take them into nowhere; it may have been woken in the place of another.
    if (signal?.aborted) {
      if (this.#events.length > 0) this.#wakeOne();
      return [];
    }
    const events = this.#events;
    this.#events = [];
    this.#sizes = [];
    this.#characters = 0;
    return events;
  }

  /** Whether somebody waits now. */
  get isPolled(): boolean {
    return this.#waiting.length > 0;
  }

  /** How long nobody has asked for events, in seconds; 0 while somebody waits. */
  get idleSeconds(): number {
    return this.isPolled ? 0 : (Date.now() - this.#lastTaken) / 1000;
  }

  #shorten(): number {
    let dropped = 0;
    const isTooLong = () =>
      this.#events.length - dropped > this.#bounds.events || this.#characters > this.#bounds.characters;
    while (dropped < this.#events.length - 1 && isTooLong()) {
      this.#characters -= this.#sizes[dropped] ?? 0;
      dropped++;
    }
    if (dropped > 0) {
      this.#events = this.#events.slice(dropped);
      this.#sizes = this.#sizes.slice(dropped);
    }
    return dropped;
  }

  /** One waiter takes them all; the others go on waiting. */
  #wakeOne(): void {
    this.#waiting.shift()?.();
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
