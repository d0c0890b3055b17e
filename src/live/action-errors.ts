/** More than this nobody reads. */
const MAX_ERRORS = 10;

/** What failed in app code while no agent was looking, for `ui_status`: until its files change. */
export class ActionErrors {
  /** How often each has happened, the newest last. */
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    this.#counts.set(text, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_ERRORS && oldest !== undefined) this.#counts.delete(oldest);
  }

  list(): string[] {
    return [...this.#counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  }

  clear(): void {
    this.#counts.clear();
  }
}
