const LONGEST_WAIT_MS = 100;

export interface Growing {
  grow(): void;
}

/** Long lists that are not whole yet: each grows by a part when what the page asked for before has been answered. */
export class Growth {
  readonly #growing = new Set<Growing>();
  readonly #isSettled: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(isSettled: () => boolean) {
    this.#isSettled = isSettled;
  }

  add(growing: Growing): void {
    this.#growing.add(growing);
    // An answer that never comes must not keep the rest away.
    this.#timer ??= setTimeout(() => this.#grow(), LONGEST_WAIT_MS);
  }

  delete(growing: Growing): void {
    this.#growing.delete(growing);
  }

  check(): void {
    if (this.#growing.size > 0 && this.#isSettled()) this.#grow();
  }

  #grow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const growing = [...this.#growing];
    this.#growing.clear();
    for (const one of growing) one.grow();
  }
}
