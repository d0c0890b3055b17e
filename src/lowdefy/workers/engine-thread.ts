import { Worker } from 'node:worker_threads';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PinnedBuild } from '../app/find-build.ts';
import type { AppFacts } from '../app-runner.ts';
import { fromWire } from './wire-error.ts';
import {
  CLAIM,
  type FromThread,
  type ThreadCall,
  type ThreadData,
  type ThreadOptions,
  type ToThread,
} from './worker-protocol.ts';

/** The call was lost or taken back before anything of it was done: it can be made again elsewhere. */
export class NotBegun extends Error {}

interface Waiting {
  call: ThreadCall;
  claim: Int32Array;
  /** Of a session in memory, what to send when it is not there after all. */
  data: Record<string, unknown> | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const CLOSE_MS = 60_000;
/** More than a thread keeps; what is wrongly taken to be there costs a message. */
const MAX_HELD = 200;

/** One worker thread with an app in it, seen from the outside. */
export class EngineThread {
  /** Of the app. */
  readonly dir: string;
  /** Fails as loading the app failed. */
  readonly ready: Promise<{ facts: AppFacts; build: PinnedBuild }>;
  isReady = false;
  isGone = false;
  usedAt = Date.now();
  /** How many times in a row it was found not to have answered. */
  missed = 0;
  /** And how many times in a row without a step of honest work since the time before. */
  stuck = 0;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  /** Sessions that should be in its memory, and at which rev. */
  readonly #held = new Map<string, number>();
  readonly #exited: Promise<void>;
  #failReady: (error: Error) => void = () => {};
  readonly #steps = new Int32Array(new SharedArrayBuffer(4));
  #stepsSeen = 0;
  #isPinged = false;
  #last = 0;

  constructor(
    job: 'build' | 'engine',
    options: ThreadOptions,
    { maxHeapMb, log }: { maxHeapMb: number; log: Logger },
  ) {
    this.dir = options.dir;
    const here = import.meta.url;
    // From TypeScript sources (tests) it runs the built file, because Node 20 reads no TypeScript.
    const folder = here.endsWith('.ts') ? '../../../dist/lowdefy/workers' : '.';
    const worker = new Worker(new URL(`${folder}/${job}-worker.js`, here), {
      workerData: { ...options, steps: this.#steps } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      // The process's own stdout belongs to JSON-RPC.
      stdout: true,
      stderr: true,
    });
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.#failReady = reject;
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'ready') {
          this.isReady = true;
          resolve(message);
        } else if (message.kind === 'failed') {
          reject(fromWire(message.error));
          void this.close();
        } else if (message.kind === 'log') log[message.level](message.message, toDetail(message.detail));
        else this.#receive(message);
      });
      worker.on('error', (error) => {
        // What an app threw may hold anything, so it is for the log only.
        log.error('the thread of an app ended', error);
        this.#lose(
          hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')
            ? `it took more than ${maxHeapMb} MB of memory (mcp.limits.appMemoryMb)`
            : 'it ended',
        );
      });
      worker.on('exit', () => this.#lose('it ended'));
    });
    // Whoever waits hears of it; a thread that was started ahead may have nobody.
    this.ready.catch(() => {});
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (chunk: Buffer) => log.debug('app', String(chunk).trimEnd()));
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  call(call: ThreadCall): Promise<unknown> {
    this.usedAt = Date.now();
    const { ref } = call;
    const isHeld = ref !== undefined && this.#held.get(ref.sessionId) === ref.rev;
    const id = ++this.#last;
    const claim = new Int32Array(new SharedArrayBuffer(4));
    const sent = isHeld ? { ...call, ref: { ...ref, data: undefined } } : call;
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(new NotBegun());
      this.#waiting.set(id, { call: sent, claim, data: ref?.data, resolve, reject });
      this.#post({ kind: 'call', id, claim, call: sent });
    });
  }

  saved(sessionId: string, rev: number): void {
    this.#held.delete(sessionId);
    this.#held.set(sessionId, rev);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#held.delete(oldest);
    this.#post({ kind: 'saved', sessionId, rev });
  }

  drop(sessionId: string): void {
    this.#held.delete(sessionId);
    this.#post({ kind: 'drop', sessionId });
  }

  /** Take back the calls that it has not begun. */
  withdraw(): void {
    for (const [id, { claim, reject }] of this.#waiting) {
      if (Atomics.compareExchange(claim, 0, CLAIM.open, CLAIM.withdrawn) !== CLAIM.open) continue;
      this.#waiting.delete(id);
      reject(new NotBegun());
    }
  }

  /** Look whether it still answers. Not by the clock: this process may have slept, too. */
  check(): void {
    if (this.#isPinged) this.missed++;
    else this.#post({ kind: 'ping' });
    this.#isPinged = true;
    const steps = Atomics.load(this.#steps, 0);
    this.stuck = this.missed > 0 && steps === this.#stepsSeen ? this.stuck + 1 : 0;
    this.#stepsSeen = steps;
  }

  /** It spins, and nothing but its end stops it. */
  async kill(error: TandemError): Promise<void> {
    this.#end(error);
    await this.#worker.terminate();
  }

  /** Let it finish what it has begun, close databases and go. */
  async close(): Promise<void> {
    this.withdraw();
    this.#post({ kind: 'close' });
    if (!this.isReady) void this.#worker.terminate();
    const late = setTimeout(() => void this.#worker.terminate(), CLOSE_MS);
    await this.#exited;
    clearTimeout(late);
  }

  #receive(message: Exclude<FromThread, { kind: 'ready' | 'failed' | 'log' }>): void {
    this.#isPinged = false;
    this.missed = 0;
    this.stuck = 0;
    if (message.kind === 'pong') return;
    const { id } = message;
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (message.kind === 'needs-data') {
      const { call, claim, data = {} } = waiting;
      if (call.ref) this.#post({ kind: 'call', id, claim, call: { ...call, ref: { ...call.ref, data } } });
      return;
    }
    this.#waiting.delete(id);
    this.usedAt = Date.now();
    if (message.kind === 'result') waiting.resolve(message.result);
    else waiting.reject(fromWire(message.error));
  }

  #lose(reason: string): void {
    const error = new TandemError(
      'unavailable',
      `The thread that the app runs in is gone: ${reason}. Nothing of this call was saved, but what it had written to databases stays. The session goes on from where it was before: look at it before you repeat the call.`,
    );
    this.#end(error);
  }

  #end(error: Error): void {
    this.isGone = true;
    this.#failReady(error);
    for (const { claim, reject } of this.#waiting.values())
      reject(Atomics.load(claim, 0) === CLAIM.begun ? error : new NotBegun());
    this.#waiting.clear();
  }

  #post(message: ToThread): void {
    if (!this.isGone) this.#worker.postMessage(message);
  }
}

function toDetail(detail: unknown): unknown {
  return detail !== null && typeof detail === 'object' && 'message' in detail ? fromWire(detail) : detail;
}
