/** Nobody reads more than this. */
const MAX_NOTICES = 20;

/** What the agent receives with its next result. It may never call again, so this stays small. */
export class Notices {
  #texts: string[] = [];
  #dropped = 0;
  #droppedEvents = 0;

  add(text: string): void {
    // A file that is saved broken again and again is one notice.
    this.#texts = this.#texts.filter((other) => other !== text);
    this.#texts.push(text);
    if (this.#texts.length > MAX_NOTICES) {
      this.#texts.shift();
      this.#dropped++;
    }
  }

  addDroppedEvents(count: number): void {
    this.#droppedEvents += count;
  }

  take(): string[] {
    const notices = [
      ...(this.#dropped > 0 ? [`${this.#dropped} older notices are omitted.`] : []),
      ...this.#texts,
      ...(this.#droppedEvents > 0
        ? [`${this.#droppedEvents} events were dropped: too many were pending and nobody read them.`]
        : []),
    ];
    this.#texts = [];
    this.#dropped = 0;
    this.#droppedEvents = 0;
    return notices;
  }
}
