import type { ToolRun } from '../run/tool-run.ts';

export interface LiveCall {
  run: ToolRun;
  /** Set while somebody drives it; resolves when that is over and the lease is given back. */
  driving?: Promise<void> | undefined;
  /** While true, what is told to the run reaches the drive under way. */
  hears?: boolean;
}

/**
 * Suspended tools that are still in memory, so that an answer costs no replay. Only a help: any of them may be
 * dropped at any time, and its journal brings it back.
 */
export class LiveCalls {
  readonly #calls = new Map<string, LiveCall>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#calls.size;
  }

  get(sessionId: string): LiveCall | undefined {
    const call = this.#calls.get(sessionId);
    if (!call) return undefined;
    // The least recently used one goes first.
    this.#calls.delete(sessionId);
    this.#calls.set(sessionId, call);
    return call;
  }

  set(sessionId: string, call: LiveCall): void {
    this.#calls.set(sessionId, call);
    if (this.#calls.size <= this.#most) return;
    for (const [id, { driving }] of this.#calls) {
      if (driving) continue;
      this.#calls.delete(id);
      return;
    }
  }

  drop(sessionId: string): void {
    this.#calls.delete(sessionId);
  }

  all(): LiveCall[] {
    return [...this.#calls.values()];
  }
}
