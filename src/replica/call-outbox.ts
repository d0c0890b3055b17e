import type { FromFrame, ReplicaOutcome } from '../protocol/frame-messages.ts';
import type { ReplicaCall } from '../protocol/replica-calls.ts';

interface Waiting {
  call: ReplicaCall;
  /** A later call with the same key replaces it while it waits. */
  key?: string | undefined;
  settle(outcome: ReplicaOutcome): void;
}

interface Sent {
  waiting: Waiting[];
  number: number;
}

/** Long enough to gather the keys of a word, short enough to enable a button while the person looks for it. */
const PAUSE_MS = 200;
const GONE: ReplicaOutcome = { success: false, why: 'moved' };

/** Calls of components on their way to the session: in order, one batch at a time, typed text in pauses. */
export class CallOutbox {
  readonly #send: (message: FromFrame) => void;
  readonly #visit: () => number;
  #waiting: Waiting[] = [];
  #sent: Sent | undefined;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(send: (message: FromFrame) => void, visit: () => number) {
    this.#send = send;
    this.#visit = visit;
  }

  /** The number that calls added now will be sent under, at the earliest. */
  get next(): number {
    return this.#count + 1;
  }

  /** The session is busy with calls of this page. */
  get isSending(): boolean {
    return this.#sent !== undefined;
  }

  /** `isTyped`: more of the same may follow at once. */
  add(
    call: ReplicaCall,
    { key, isTyped = false }: { key?: string; isTyped?: boolean } = {},
  ): Promise<ReplicaOutcome> {
    return new Promise((settle) => {
      if (isTyped && key !== undefined) {
        const replaced = this.#waiting.filter((one) => one.key === key);
        this.#waiting = this.#waiting.filter((one) => one.key !== key);
        for (const one of replaced) one.settle({ success: true });
      }
      this.#waiting.push({ call, key, settle });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), isTyped && !this.#isDue ? PAUSE_MS : 0);
      if (!isTyped) this.#isDue = true;
    });
  }

  /** Sends what waits, now or when the session has finished what was sent before. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#isDue = this.#waiting.length > 0;
    if (this.#sent || this.#waiting.length === 0) return;
    this.#isDue = false;
    const waiting = this.#waiting.splice(0);
    const number = ++this.#count;
    this.#sent = { waiting, number };
    this.#send({ type: 'calls', number, visit: this.#visit(), calls: waiting.map(({ call }) => call) });
  }

  done(number: number, outcomes: readonly ReplicaOutcome[]): void {
    if (this.#sent?.number !== number) return;
    const { waiting } = this.#sent;
    this.#sent = undefined;
    for (const [index, one] of waiting.entries()) one.settle(outcomes[index] ?? { success: true });
    if (this.#isDue) this.flush();
  }

  /** None of the calls of this number was made. */
  refuse(number: number, why: Omit<ReplicaOutcome, 'success'>): void {
    const count = this.#sent?.number === number ? this.#sent.waiting.length : 0;
    this.done(
      number,
      Array.from({ length: count }, () => ({ ...why, success: false })),
    );
  }

  /** On another page nothing of this one is done. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
    for (const one of this.#waiting.splice(0)) one.settle(GONE);
  }
}
