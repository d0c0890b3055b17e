type Somebody = { userId: string; name: string };

/** People who have the page of a session open at this instance. */
export class PresentPeople {
  readonly #listeners = new Set<() => void>();
  readonly #pages = new Map<string, Set<{ who: Somebody; onChange(): void }>>();

  /** Returns how to leave. `onChange` is called when somebody else comes or goes. */
  enter(sessionId: string, { userId, name }: Somebody, onChange: () => void): () => void {
    const pages = this.#pages.get(sessionId) ?? new Set();
    this.#pages.set(sessionId, pages);
    const own = { who: { userId, name }, onChange };
    const tell = () => {
      for (const page of pages) if (page !== own) page.onChange();
      for (const listener of this.#listeners) listener();
    };
    pages.add(own);
    tell();
    return () => {
      if (!pages.delete(own)) return;
      if (pages.size === 0) this.#pages.delete(sessionId);
      tell();
    };
  }

  /** Called when somebody comes or goes, in any session. Returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Each person once, in the order they came. */
  of(sessionId: string): Somebody[] {
    const pages = [...(this.#pages.get(sessionId) ?? [])];
    return [...new Map(pages.map(({ who }) => [who.userId, who])).values()];
  }
}
