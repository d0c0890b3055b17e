import { TandemError } from '../errors.ts';

/** Work that was begun and is to be answered before the program ends. */
export class OpenWork {
  readonly #open = new Set<symbol>();
  readonly #cancelling = new AbortController();
  #isStopping = false;
  #whenNone: (() => void)[] = [];

  /** Fires when the program has waited long enough: what is still open should answer now that it did not finish. */
  get cancelled(): AbortSignal {
    return this.#cancelling.signal;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Answers how to say that it is done. Refused once the program is about to end. */
  begin(): () => void {
    if (this.#isStopping)
      throw new TandemError('unavailable', 'This server is stopping. Try again when it is back.', {
        retryAfter: 5,
      });
    const work = Symbol();
    this.#open.add(work);
    return () => {
      this.#open.delete(work);
      if (this.#open.size === 0) for (const resolve of this.#whenNone.splice(0)) resolve();
    };
  }

  /** Take no more, wait for what is open, then ask it to end. False where some of it still has not. */
  async drain(times: { patienceMs: number; graceMs: number }): Promise<boolean> {
    this.#isStopping = true;
    if (await this.#none(times.patienceMs)) return true;
    this.#cancelling.abort(new TandemError('cancelled', 'The server is stopping.'));
    return this.#none(times.graceMs);
  }

  /** True as soon as nothing is open, false after `ms`. */
  #none(ms: number): Promise<boolean> {
    if (this.#open.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(this.#open.size === 0), ms);
      this.#whenNone.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}
