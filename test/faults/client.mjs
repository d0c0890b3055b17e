import { Cut, Refused } from './http-caller.mjs';

const KEYS = 8;
const WRITES_PER_SESSION = 30;
/** Out of which the busy hands of a fault are taken. */
const PAUSE_MS = 40;

/**
 * An agent that writes numbers into the state of its session and keeps a ledger: what was acknowledged, and what was
 * sent without a response and may have been done as well. It switches to the other server if its own does not
 * respond.
 */
export class FaultClient {
  #callers;
  #at = 0;
  #number = 0;
  #random;
  #judge;
  #session;
  sessions = [];
  name;
  acknowledged = 0;
  checked = 0;
  /** When it last succeeded, by the clock of `performance`. */
  succeededAt = 0;
  cutting = false;
  #options;

  constructor(name, callers, { random, judge, ...options }) {
    this.#options = { pageId: 'home', pauseMs: PAUSE_MS, writesPerSession: WRITES_PER_SESSION, ...options };
    this.name = name;
    this.#callers = callers;
    this.#random = random;
    this.#judge = judge;
  }

  async run(signal) {
    while (!signal.aborted) {
      await this.#step();
      await new Promise((resolve) => setTimeout(resolve, this.#options.pauseMs));
    }
  }

  async #step() {
    try {
      if (!this.#session || this.#session.writes === this.#options.writesPerSession) await this.open();
      else if (this.#random.below(4) === 0) await this.check(this.#session);
      else await this.#write(this.#session);
      this.succeededAt = performance.now();
    } catch (error) {
      if (error instanceof Cut) this.#at = (this.#at + 1) % this.#callers.length;
      else if (error instanceof Refused) this.#judge.refusal(this.name, error.message);
      else throw error;
      this.#judge.count(error instanceof Cut ? 'cut' : 'refused');
      // A pause after a failure, as any client would make.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // Occasionally for no reason: a session must work equally well in the other process.
    if (this.#random.below(25) === 0) this.#at = (this.#at + 1) % this.#callers.length;
  }

  #call(name, args) {
    const cutAfterMs = this.cutting && this.#random.below(2) === 0 ? this.#random.below(60) : undefined;
    this.#judge.count('calls');
    return this.#callers[this.#at].call(name, args, { cutAfterMs });
  }

  /** Begins a session. */
  async open() {
    const { structured } = await this.#call('session_create', { name: this.name });
    const { sessionId } = structured;
    await this.#call('navigate', { sessionId, pageId: this.#options.pageId });
    this.#session = { sessionId, writes: 0, ledger: new Map() };
    this.sessions.push(this.#session);
    this.#options.onOpen?.(sessionId);
  }

  async #write(session) {
    const key = `k${this.#random.below(KEYS)}`;
    const value = ++this.#number;
    const entry = session.ledger.get(key) ?? { open: new Set() };
    session.ledger.set(key, entry);
    session.writes++;
    entry.open.add(value);
    const actions = [{ type: 'setState', key, value }];
    await this.#call('interact', { sessionId: session.sessionId, actions, view: 'none' });
    entry.open.delete(value);
    entry.acknowledged = value;
    this.acknowledged++;
  }

  /** Reads it back; throws if it cannot be read. */
  async check(session, call = (name, args) => this.#call(name, args)) {
    const { texts } = await call('get_state', { sessionId: session.sessionId });
    const { state } = JSON.parse(texts[0]);
    for (const [key, { acknowledged, open }] of session.ledger) {
      const found = state[key];
      // A call whose connection was cut may still run, even after a later one: a stopped process finds it when it
      // resumes.
      if (found !== acknowledged && !open.has(found))
        this.#judge.violation(
          `${this.name}: ${session.sessionId} has ${key} = ${found}, and ${acknowledged} was acknowledged`,
        );
    }
    this.checked++;
  }

  async close() {
    for (const caller of this.#callers) await caller.close();
  }
}
