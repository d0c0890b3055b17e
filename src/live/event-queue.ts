/** The most that may be queued for an agent that never reads. */
export interface QueueBounds {
  events: number;
  /** Of all events together, as JSON. */
  characters: number;
}

const UNBOUNDED: QueueBounds = { events: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

/** Events that the page or app code pushed for the agent. A reader takes them all. */
export class EventQueue {
  readonly #bounds: QueueBounds;
  #events: unknown[] = [];
  #sizes: number[] = [];
  #characters = 0;
  #waiting: (() => void)[] = [];
  #lastTaken = Date.now();
  #last: readonly unknown[] | undefined;

  /** `events`: those that an earlier process left. */
  constructor(events: readonly unknown[] = [], bounds: QueueBounds = UNBOUNDED) {
    this.#bounds = bounds;
    this.push(events);
  }

  /** Returns how many of the oldest were dropped because the queue is full. The newest always stays. */
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

  /** No more events will come: all waiters get `last`. Queued events are kept for saving. */
  end(last: readonly unknown[]): void {
    this.#last = last;
    for (const wake of [...this.#waiting]) wake();
  }

  /** The queued events, without taking them. */
  peek(): readonly unknown[] {
    return this.#events;
  }

  /** Takes the queued events, or waits for some up to `timeoutMs`; empty on timeout. */
  async take(timeoutMs: number, signal?: AbortSignal): Promise<unknown[]> {
    const end = performance.now() + timeoutMs;
    // When woken, another reader may have been faster.
    while (this.#events.length === 0 && !this.#last && !signal?.aborted && performance.now() < end)
      await this.#pushed(end - performance.now(), signal);
    this.#lastTaken = Date.now();
    if (this.#last) return [...this.#last];
    // A caller that has left would lose them; it may have been woken instead of another.
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

  /** Whether somebody is waiting. */
  get isPolled(): boolean {
    return this.#waiting.length > 0;
  }

  /** Seconds since events were last requested; 0 while somebody is waiting. */
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

  /** One waiter takes them all; the others keep waiting. */
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
