/** A current problem that the person should know about: what is affected, and why. */
export interface Problem {
  /** For instance the name of an app. */
  of: string;
  message: string;
}

/**
 * The current problems of an area. The person's page shows them and follows changes.
 *
 * @example
 * ```ts
 * import { type Area, Problems } from 'tandem-mcp';
 *
 * const problems = new Problems();
 * export const printers: Area = { name: 'printers', problems };
 *
 * problems.set('front desk', 'The printer is out of paper.');
 * problems.set('front desk', undefined); // fixed
 * ```
 */
export class Problems {
  readonly #messages = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  get list(): Problem[] {
    return [...this.#messages].map(([of, message]) => ({ of, message }));
  }

  /** Without a message, the problem is fixed. */
  set(of: string, message: string | undefined): void {
    if (this.#messages.get(of) === message) return;
    if (message === undefined) this.#messages.delete(of);
    else this.#messages.set(of, message);
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that stops listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
