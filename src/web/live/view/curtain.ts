const VALUES_MS = 100;
const COMPONENTS_MS = 1000;

export const NEW_CLASS = 'ui-new-view';
export const OBSOLETE_CLASS = 'ui-obsolete-view';

export interface Hidden {
  newElements(): readonly Element[];
  /** Show what is new, and take away what it replaces. */
  reveal(): void;
}

/**
 * Behind it new content waits until its values are there, so that nobody sees it half filled. What takes too long is
 * shown as it is.
 */
export class Curtain {
  readonly #hidden = new Set<Hidden>();
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isSettled: () => boolean;
  readonly #onReveal: () => void;

  constructor(isSettled: () => boolean, onReveal: () => void) {
    this.#isSettled = isSettled;
    this.#onReveal = onReveal;
  }

  add(hidden: Hidden): void {
    if (this.#hidden.size === 0) {
      this.#since = performance.now();
      this.#timer = setTimeout(() => this.check(), VALUES_MS);
    }
    // The newest last, also when it was here before.
    this.#hidden.delete(hidden);
    this.#hidden.add(hidden);
  }

  delete(hidden: Hidden): void {
    this.#hidden.delete(hidden);
  }

  check(): void {
    if (this.#hidden.size === 0) return;
    const waited = performance.now() - this.#since;
    if (!this.#isSettled() && waited < VALUES_MS) return;
    const missing = waited < COMPONENTS_MS ? this.#missingComponents() : [];
    if (missing.length > 0) this.#wait(missing, COMPONENTS_MS - waited);
    else this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    // Inner ones came later; they must be in order before they are moved with what is around them.
    const hidden = [...this.#hidden].reverse();
    this.#hidden.clear();
    for (const one of hidden) one.reveal();
    this.#onReveal();
  }

  #missingComponents(): string[] {
    const names = new Set<string>();
    for (const hidden of this.#hidden)
      for (const element of hidden.newElements())
        for (const one of [element, ...element.querySelectorAll(':not(:defined)')])
          if (one.localName.startsWith('sl-')) names.add(one.localName);
    return [...names].filter((name) => !customElements.get(name));
  }

  #wait(names: string[], atMost: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), atMost);
    void Promise.all(names.map((name) => customElements.whenDefined(name))).then(() => this.check());
  }
}
