import { TandemError } from '../errors.ts';

interface Entry<T> {
  value: T;
  userId: string;
  usedAt: number;
}

/**
 * Connections of the older eras, by the id the transport gave them. An id is good for the user who
 * opened it only; for anybody else it does not exist. Unused ones are closed after a while.
 */
export class ClientConnections<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #closeOne: (value: T) => Promise<void>;
  readonly #most: number;
  readonly #idleMs: number;

  constructor(options: { close: (value: T) => Promise<void>; most?: number; idleMs?: number }) {
    this.#closeOne = options.close;
    this.#most = options.most ?? 1000;
    // A day: a question may be open on it, and people take their time.
    this.#idleMs = options.idleMs ?? 24 * 60 * 60_000;
  }

  async add(id: string, value: T, userId: string): Promise<void> {
    await this.#closeIdle();
    if (this.#entries.size >= this.#most)
      throw new TandemError('unavailable', 'Too many open MCP connections; close some and try again.');
    this.#entries.set(id, { value, userId, usedAt: Date.now() });
  }

  find(id: string, userId: string): T | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.userId !== userId) return undefined;
    entry.usedAt = Date.now();
    return entry.value;
  }

  remove(id: string): void {
    this.#entries.delete(id);
  }

  async closeAll(): Promise<void> {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.allSettled(all.map((entry) => this.#closeOne(entry.value)));
  }

  async #closeIdle(): Promise<void> {
    const limit = Date.now() - this.#idleMs;
    for (const [id, entry] of this.#entries)
      if (entry.usedAt < limit) {
        this.#entries.delete(id);
        await this.#closeOne(entry.value).catch(() => {});
      }
  }
}
