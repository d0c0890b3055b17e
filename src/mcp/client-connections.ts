import { TandemError } from '../errors.ts';

/** What one client holds open here, whatever its transport is. */
export interface ClientConnection {
  close(): Promise<void>;
  /** It has a request without a response, even if its client has disconnected and may reconnect for the response. */
  isBusy(): boolean;
  /** Its client listens: a stream to it is open. */
  isHeard(): boolean;
}

interface Entry<T> {
  value: T;
  userId: string;
  usedAt: number;
}

interface ConnectionLimits {
  perUser: number;
  /** Of all users together. */
  most?: number;
  now?: () => number;
}

const HOUR = 60 * 60_000;
/** A question may be open on it, and people take their time. */
const MAX_IDLE_MS = 24 * HOUR;
/** A client that listens is there, but one that has asked for nothing for this long makes room for others. */
const LISTENING_IDLE_MS = HOUR;
const MAX_CONNECTIONS = 1000;

/**
 * Open connections, by id. An id is good for the user who opened it only; for anybody else it does not exist. Most
 * clients never say goodbye, so that a new connection takes the place of the idle one that was not used for longest.
 */
export class ClientConnections<T extends ClientConnection> {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #perUser: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor({ perUser, most = MAX_CONNECTIONS, now = Date.now }: ConnectionLimits) {
    this.#perUser = perUser;
    this.#most = Math.max(most, perUser);
    this.#now = now;
  }

  /** Throws where there is no room, and nothing that could make it. */
  add(id: string, value: T, userId: string): void {
    this.#closeForgotten();
    this.#makeRoom(userId);
    this.#entries.set(id, { value, userId, usedAt: this.#now() });
  }

  find(id: string, userId: string): T | undefined {
    const entry = this.#entries.get(id);
    if (!entry || entry.userId !== userId) return undefined;
    this.#entries.delete(id);
    this.#entries.set(id, { ...entry, usedAt: this.#now() });
    return entry.value;
  }

  remove(id: string): void {
    this.#entries.delete(id);
  }

  async closeAll(): Promise<void> {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.allSettled(all.map((entry) => entry.value.close()));
  }

  #makeRoom(userId: string): void {
    const own = this.#of(userId);
    if (own.length >= this.#perUser && !this.#closeIdle(own))
      throw new TandemError(
        'unavailable',
        `You have ${own.length} MCP connections in use (mcp.limits.maxConnectionsPerUser). Close one, or raise the limit.`,
        { retryAfter: 10 },
      );
    if (this.#entries.size < this.#most) return;
    // Whoever has most gives first; a user with few is not pushed out by one with many.
    const byUser = new Map(
      [...this.#entries.values()].map((entry) => [entry.userId, this.#of(entry.userId)]),
    );
    const greediest = [...byUser.values()].sort((a, b) => b.length - a.length);
    if (greediest.some((entries) => this.#closeIdle(entries))) return;
    throw new TandemError(
      'unavailable',
      `This server has ${this.#entries.size} MCP connections in use, and none is idle. Try again later.`,
      { retryAfter: 10 },
    );
  }

  #of(userId: string): [string, Entry<T>][] {
    return [...this.#entries].filter(([, entry]) => entry.userId === userId);
  }

  /** Close the first that is idle; false when none is. */
  #closeIdle(entries: readonly [string, Entry<T>][]): boolean {
    const now = this.#now();
    const idle = entries.find(
      ([, { value, usedAt }]) => !value.isBusy() && (!value.isHeard() || now - usedAt > LISTENING_IDLE_MS),
    );
    if (idle) this.#close(...idle);
    return idle !== undefined;
  }

  #closeForgotten(): void {
    const limit = this.#now() - MAX_IDLE_MS;
    for (const [id, entry] of this.#entries) {
      if (entry.usedAt >= limit) return;
      this.#close(id, entry);
    }
  }

  #close(id: string, { value }: Entry<T>): void {
    this.#entries.delete(id);
    // Whether its end is in order is of interest to nobody: its client is gone.
    value.close().catch(() => {});
  }
}
