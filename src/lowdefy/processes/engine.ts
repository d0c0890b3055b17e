import { TandemError } from '../../errors.ts';
import { AppProcess, goneError } from './app-process.ts';
import { pageEnvironment } from './page-environment.ts';
import type {
  ApiCall,
  AppOptions,
  Built,
  FromPage,
  PageCall,
  PageStart,
  RequestStart,
} from './process-protocol.ts';
import type { Patience } from './stuck.ts';
import { fromWire, toWire } from './wire-error.ts';

/** The call was lost or withdrawn before anything of it was done: it can be made again elsewhere. */
export class NotBegun extends Error {}

interface Waiting {
  call: PageCall;
  /** Sent, so that it cannot be withdrawn any more. */
  isSent: boolean;
  isBegun: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface EngineOptions extends Patience {
  app: AppOptions;
  /** The app, built again first where the build is gone. */
  built: Promise<Built>;
  /** Another engine of the pool has reported what there is to remark on the app's packages. */
  isRepeat: boolean;
}

/**
 * An app that runs: a process for the code of its pages, which knows no secrets, and one for their requests, which
 * is started with it or by the first of them. They live and die together.
 */
export class Engine {
  /** Of the app. */
  readonly dir: string;
  /** Fails as loading the app failed. */
  readonly ready: Promise<void>;
  isReady = false;
  isGone = false;
  usedAt = Date.now();
  readonly #options: EngineOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** As whom pages may ask: the users of sessions that were here. */
  readonly #users = new Set<string>();
  #page: AppProcess | undefined;
  #requests: AppProcess | undefined;
  #built: Built | undefined;
  #last = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.dir = options.app.dir;
    this.ready = this.#start();
    // Whoever waits hears of it; one that was started ahead may have nobody.
    this.ready.catch(() => {});
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  /** How many times in a row one of its processes was found not to have answered. */
  get missed(): number {
    // Requests that are being loaded keep nobody else waiting.
    return Math.max(...this.processes.filter((one) => one.isReady).map((one) => one.missed), 0);
  }

  get processes(): AppProcess[] {
    return [this.#page, this.#requests].filter((one) => one !== undefined);
  }

  call(call: PageCall): Promise<unknown> {
    this.usedAt = Date.now();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(new NotBegun());
      this.#waiting.set(id, { call, isSent: false, isBegun: false, resolve, reject });
      this.#page?.send({ kind: 'offer', id, ref: withoutData(call.ref) });
    });
  }

  saved(sessionId: string, rev: number): void {
    this.#page?.send({ kind: 'saved', sessionId, rev });
  }

  drop(sessionId: string): void {
    this.#page?.send({ kind: 'drop', sessionId });
  }

  /** Take back the calls that it has not taken. */
  withdraw(): void {
    for (const [id, { isSent, reject }] of this.#waiting) {
      if (isSent) continue;
      this.#waiting.delete(id);
      reject(new NotBegun());
    }
  }

  /** Look whether it still answers. */
  check(): void {
    for (const one of this.processes) one.check();
  }

  /** It spins, and nothing but its end stops it. */
  async kill(error: TandemError): Promise<void> {
    this.isGone = true;
    for (const one of this.processes) one.kill();
    // Only then it is certain what had begun.
    await Promise.all(this.processes.map((one) => one.exited));
    this.#end(error);
  }

  /** Let it finish what it has begun, close databases and go; but no longer than this. */
  async close(patienceMs: number): Promise<void> {
    this.withdraw();
    const late = setTimeout(() => {
      for (const one of this.processes) one.kill();
    }, patienceMs);
    await this.#page?.close();
    await this.#requests?.close();
    clearTimeout(late);
    this.#end(goneError('the app was closed'));
  }

  async #start(): Promise<void> {
    const { isRepeat, built, log, maxHeapMb } = this.#options;
    this.#built = await built;
    const { facts, ground } = this.#built;
    if (this.isGone) throw new NotBegun();
    this.#page = new AppProcess({
      job: 'page',
      start: { facts, ground, isRepeat } satisfies PageStart,
      ...pageEnvironment(ground),
      maxHeapMb,
      log,
      receive: (message) => this.#receive(message as FromPage),
      onLoss: this.#lose,
    });
    // Beside it, since pages of an app with connections seldom do without requests for long.
    if (ground.hasConnections) this.#requestProcess();
    try {
      await this.#page.ready;
    } catch (error) {
      for (const one of this.processes) one.kill();
      this.#end(error as Error);
      throw error;
    }
    this.isReady = true;
  }

  #receive(message: FromPage): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'ask') this.#ask(message);
    else if (message.kind === 'take') this.#send(message.id, waiting, message.needsData);
    else if (!waiting) return;
    else if (message.kind === 'begun') waiting.isBegun = true;
    else {
      this.#waiting.delete(message.id);
      this.usedAt = Date.now();
      if (message.kind === 'result') waiting.resolve(message.result);
      else waiting.reject(fromWire(message.error));
    }
  }

  #send(id: number, waiting: Waiting | undefined, needsData: boolean): void {
    if (!waiting) {
      this.#page?.send({ kind: 'withdrawn', id });
      return;
    }
    const { call } = waiting;
    waiting.isSent = true;
    if (call.ref) this.#users.add(JSON.stringify(call.ref.user));
    this.#page?.send({ kind: 'call', id, call: needsData ? call : { ...call, ref: withoutData(call.ref) } });
  }

  #ask(ask: ApiCall): void {
    if (this.#users.has(JSON.stringify(ask.user))) this.#requestProcess().send(ask);
    else this.#refuse(ask, new TandemError('forbidden', 'No session of this user is open here.'));
  }

  #refuse({ id }: ApiCall, error: Error): void {
    this.#page?.send({ kind: 'refusal', id, error: toWire(error) });
  }

  #requestProcess(): AppProcess {
    const { app, isRepeat, log, maxHeapMb } = this.#options;
    if (!this.#built) throw new Error('a page asked before its app was built');
    const { build } = this.#built;
    this.#requests ??= new AppProcess({
      job: 'request',
      start: { ...app, build, isRepeat } satisfies RequestStart,
      env: process.env,
      maxHeapMb,
      log,
      receive: (message) => this.#page?.send(message),
      onLoss: this.#lose,
    });
    return this.#requests;
  }

  readonly #lose = (error: TandemError): void => {
    void this.kill(error);
  };

  #end(error: Error): void {
    this.isGone = true;
    for (const { isBegun, reject } of this.#waiting.values()) reject(isBegun ? error : new NotBegun());
    this.#waiting.clear();
  }
}

function withoutData(ref: PageCall['ref']): PageCall['ref'] {
  if (!ref) return undefined;
  const { data: _, ...rest } = ref;
  return rest;
}
