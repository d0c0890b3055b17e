const MAX_WAIT_MS = 100;

export interface IncrementalList {
  addRows(): void;
}

/** Long lists that are not whole yet: each grows by a part when what the page asked for before has been answered. */
export class IncrementalLists {
  readonly #lists = new Set<IncrementalList>();
  readonly #isSettled: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(isSettled: () => boolean) {
    this.#isSettled = isSettled;
  }

  add(list: IncrementalList): void {
    this.#lists.add(list);
    // An answer that never comes must not keep the rest away.
    this.#timer ??= setTimeout(() => this.#addRows(), MAX_WAIT_MS);
  }

  delete(list: IncrementalList): void {
    this.#lists.delete(list);
  }

  check(): void {
    if (this.#lists.size > 0 && this.#isSettled()) this.#addRows();
  }

  #addRows(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lists = [...this.#lists];
    this.#lists.clear();
    for (const one of lists) one.addRows();
  }
}
