/** Something the person did: the revs before and after it. */
export interface OwnStep {
  from: number;
  to: number;
}

/** The rev that the person has seen: what they did themselves since is nothing that could surprise them. */
export function toSeenRev(rev: number, own: readonly OwnStep[]): number {
  let seen = rev;
  for (const { from, to } of own) if (from === seen) seen = to;
  return seen;
}

/** Longer only when somebody else keeps the session busy. */
const SHOWN_MS = 3000;

/** How far the page has been told of what happened. */
export class ShownRev {
  #rev = -1;
  readonly #waiting = new Set<() => void>();

  show(rev: number): void {
    this.#rev = rev;
    for (const look of this.#waiting) look();
  }

  /** Resolves when what was done shows, or takes too long to. */
  until(rev: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const look = () => {
        if (this.#rev >= rev) end();
      };
      const timer = setTimeout(end, SHOWN_MS);
      this.#waiting.add(look);
      look();
    });
  }
}
