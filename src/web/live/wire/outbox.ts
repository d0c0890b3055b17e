import type { LiveFrame, LiveMessage, UsedElement } from '../../../protocol/live-messages.ts';

const QUIET_MS = 10;
const MAX_MS = 50;
/** A server takes no frame of any size, and answers the first part while it reads the next. */
const MAX_MESSAGES = 1000;

/** Collects messages for a moment, so that what belongs together travels together; what a person did goes at once. */
export class Outbox {
  readonly #transmit: (frame: LiveFrame) => void;
  #waiting: LiveMessage[] = [];
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #longest: ReturnType<typeof setTimeout> | undefined;
  #closed = true;
  #holding = false;
  /** How many times something was sent: what was added since the last time can still be changed. */
  flushes = 0;

  constructor(transmit: (frame: LiveFrame) => void) {
    this.#transmit = transmit;
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  open(): void {
    this.#closed = false;
  }

  /** Nothing can be sent; what waits is dropped, because the next connection is told everything anew. */
  close(): void {
    this.#closed = true;
    this.#clear();
  }

  add(message: LiveMessage): void {
    if (this.#closed) return;
    this.#waiting.push(message);
    if (this.#holding) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.flush(), QUIET_MS);
    this.#longest ??= setTimeout(() => this.flush(), MAX_MS);
  }

  /** What `work` adds is sent when it is done: the answer to what the server said must not wait for a timer. */
  during(work: () => void): void {
    this.#holding = true;
    try {
      work();
    } finally {
      this.#holding = false;
      this.flush();
    }
  }

  flush(userEvent = false, used?: UsedElement): void {
    const messages = this.#waiting;
    this.flushes++;
    this.#clear();
    if (this.#closed) return;
    for (let at = 0; at < messages.length; at += MAX_MESSAGES)
      this.#transmit({
        userEvent,
        messages: messages.slice(at, at + MAX_MESSAGES),
        ...(used && { used }),
      });
  }

  #clear(): void {
    this.#waiting = [];
    clearTimeout(this.#quiet);
    clearTimeout(this.#longest);
    this.#longest = undefined;
  }
}
