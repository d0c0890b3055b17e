/** Pages are told at most this often that the agent is at work. */
const TELL_MS = 10_000;

/** When an agent last called a tool, and when the pages were last told. */
export class AgentPresence {
  #calledAt: number | undefined;
  #toldAt = 0;

  get isKnown(): boolean {
    return this.#calledAt !== undefined;
  }

  called(): void {
    this.#calledAt = Date.now();
  }

  /** Whether it is time to tell the pages again. */
  get isDue(): boolean {
    return Date.now() - this.#toldAt > TELL_MS;
  }

  /** What pages are told now. */
  tell(): { agentIdle?: number } {
    this.#toldAt = Date.now();
    return this.#calledAt === undefined ? {} : { agentIdle: (this.#toldAt - this.#calledAt) / 1000 };
  }
}
