import { createHash } from 'node:crypto';
import type { Logger } from '../lib/logger.ts';
import type { EventLog, LoggedEvent } from '../session/event-log.ts';

/** Longer ones are not worth a place in the database; the outcome of their call is unknown elsewhere. */
const MAX_CHARACTERS = 1024 * 1024;
/** What a database that does not respond may hold up. */
const MAX_WAITING = 1000;
const HOUR = 60 * 60_000;
const FORGET_EVERY_MS = 5 * 60_000;

/** The events of one connection, as any instance reads them. */
export interface ConnectionEvents {
  /** Resolves when it is written, or cannot be. */
  add(event: LoggedEvent): Promise<void>;
  /** None where they cannot be read. */
  read(stream: string): Promise<LoggedEvent[]>;
}

/**
 * Writes the events of all connections into the store. No result waits for it: an event that gets lost because this process is
 * killed in that moment makes the outcome of its call unknown, and nothing else. What comes in during a write goes with
 * the next one.
 */
export class LoggedEvents {
  readonly #log: EventLog;
  readonly #logger: Logger;
  #waiting: LoggedEvent[] = [];
  #writing: Promise<void> | undefined;
  #forgotAt = performance.now();

  constructor(log: EventLog, logger: Logger) {
    this.#log = log;
    this.#logger = logger;
  }

  /** Only whoever has the id of a connection can read its events. */
  of(connectionId: string): ConnectionEvents {
    const digest = createHash('sha256').update(connectionId).digest('base64url');
    const keyOf = (stream: string) => `${digest} ${stream}`;
    return {
      add: ({ stream, number, text }) => this.#add({ stream: keyOf(stream), number, text }),
      read: (stream) =>
        this.#log.read(keyOf(stream)).catch((error: unknown) => {
          this.#logger.debug('the events of a stream cannot be read', String(error));
          return [];
        }),
    };
  }

  /** Resolves when everything is written, or has failed. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing) await this.#writing;
  }

  async #add(event: LoggedEvent): Promise<void> {
    if (event.text.length > MAX_CHARACTERS || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(event);
    // What is being written now does not have it.
    await this.#writing;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    const events = this.#waiting;
    this.#waiting = [];
    try {
      if (events.length > 0) await this.#log.append(events);
      await this.#forgetOld();
    } catch (error) {
      this.#logger.debug('events are not stored', String(error));
    }
  }

  async #forgetOld(): Promise<void> {
    if (performance.now() - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = performance.now();
    await this.#log.forget(HOUR);
  }
}
