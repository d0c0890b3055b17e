import type { SentFrames } from '../../../protocol/page-events.ts';
import { ABNORMAL, TOO_LARGE } from './transport.ts';

/** Characters that travel in one POST, unless a single frame has more. */
const MAX_BATCH = 256 * 1024;
const MAX_FAILURES = 5;
const FIRST_WAIT_MS = 200;

export interface FrameSenderOptions {
  post(sent: SentFrames): Promise<Response>;
  /** The frames cannot be delivered; the connection is of no more use. */
  onFailed(code: number): void;
  /** Aborted when the connection has ended. */
  signal: AbortSignal;
}

/** Posts what a page sends: in order, one POST at a time, and again where the server did not respond or asked to wait. */
export class FrameSender {
  readonly #options: FrameSenderOptions;
  #waiting: string[] = [];
  #first = 0;
  #isSending = false;
  #maxFrames = Number.POSITIVE_INFINITY;

  constructor(options: FrameSenderOptions) {
    this.#options = options;
  }

  add(frame: string): void {
    this.#waiting.push(frame);
    if (this.#isSending) return;
    this.#isSending = true;
    // What the page sends in one go travels together.
    queueMicrotask(() => void this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) if (!(await this.#sendSome())) return;
    this.#isSending = false;
  }

  /** False where there is nothing more to try. */
  async #sendSome(): Promise<boolean> {
    const { post, onFailed, signal } = this.#options;
    for (let failures = 0; ; ) {
      const frames = this.#batch();
      const response = await post({ first: this.#first, frames }).catch(() => undefined);
      if (signal.aborted) return false;
      if (response?.ok) {
        this.#first += frames.length;
        this.#waiting.splice(0, frames.length);
        return true;
      }
      if (response?.status === 413 && frames.length > 1) {
        this.#maxFrames = Math.ceil(frames.length / 2);
        continue;
      }
      const asked = response && Number(response.headers.get('Retry-After') ?? Number.NaN);
      const isOver = asked === undefined ? ++failures >= MAX_FAILURES : Number.isNaN(asked);
      if (isOver) {
        onFailed(response?.status === 413 ? TOO_LARGE : ABNORMAL);
        return false;
      }
      await pause(asked === undefined ? FIRST_WAIT_MS * 2 ** failures : asked * 1000, signal);
      if (signal.aborted) return false;
    }
  }

  #batch(): string[] {
    let size = 0;
    let count = 0;
    for (const frame of this.#waiting) {
      size += frame.length;
      if (count > 0 && (size > MAX_BATCH || count >= this.#maxFrames)) break;
      count++;
    }
    return this.#waiting.slice(0, count);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
