/**
 * Work that the app started and nobody awaits: async actions, onMountAsync. Counted, so that it can be awaited here.
 */
export class InFlight {
  readonly #running = new Map<symbol, string>();
  #waiting: (() => void)[] = [];

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  async track<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    const done = this.#begin(name);
    try {
      return await work();
    } finally {
      done();
    }
  }

  /** The same for work that must not be delayed by counting: others await the very promise it made. */
  watch<T>(name: string, work: () => T): T {
    const done = this.#begin(name);
    try {
      const result = work();
      Promise.resolve(result).then(done, done);
      return result;
    } catch (error) {
      done();
      throw error;
    }
  }

  #begin(name: string): () => void {
    const key = Symbol(name);
    this.#running.set(key, name);
    return () => {
      this.#running.delete(key);
      if (this.#running.size === 0) for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  /** Waits until nothing is running, or this long; returns the names of what still is. */
  async settle(deadlineMs: number): Promise<string[]> {
    const end = Date.now() + deadlineMs;
    for (;;) {
      // When an action ends, the next of its chain begins a moment later: check again after that moment.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#running.size === 0) return [];
      const left = end - Date.now();
      if (left <= 0) return [...new Set(this.#running.values())];
      await this.#idleFor(left);
    }
  }

  #idleFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** What takes time, such as a network response or a fading message, never ends before the page is drawn. */
export async function afterDrawing(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
}
