/** Work that several want at the same time is done once. Nobody gets the result of work that began before they asked for it. */
export class SharedWork<T> {
  readonly #waiting = new Map<string, Promise<T>>();
  readonly #running = new Map<string, Promise<unknown>>();

  do(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const made = this.#begin(key, work);
    this.#waiting.set(key, made);
    return made;
  }

  async #begin(key: string, work: () => Promise<T>): Promise<T> {
    // All that hear of one change ask within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await this.#running.get(key);
    this.#waiting.delete(key);
    const running = work();
    const over = running.then(
      () => {},
      () => {},
    );
    this.#running.set(key, over);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === over) this.#running.delete(key);
    }
  }
}
