import { TandemError } from '../../errors.ts';
import { DEFAULT_MAX_RESPONSE_MB } from '../../session/limits.ts';
import type { LowdefyHost } from '../lowdefy-host.ts';
import { AppProcess, goneError } from './app-process.ts';
import { connectionsWritten } from './connections-written.ts';
import { createHostApi, type HostApi } from './host-api.ts';
import { pageEnvironment } from './page-environment.ts';
import type {
  ApiCall,
  AppOptions,
  Built,
  FromPage,
  PageCall,
  PageStart,
  ProcessReply,
  RequestStart,
} from './process-protocol.ts';
import { type PackedResult, ReceivedViews, type SharedView } from './sent-views.ts';
import type { Patience } from './stuck.ts';
import { fromWire, toWire } from './wire-error.ts';

/** The call was lost or withdrawn before it began, so it can be made again elsewhere. */
export class NotBegun extends Error {}

interface Waiting {
  call: PageCall;
  /** Sent, so it can no longer be withdrawn. */
  isSent: boolean;
  isBegun: boolean;
  /** The last view of the session when it was sent. */
  before?: SharedView | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface EngineOptions extends Patience {
  app: AppOptions;
  /** The app, rebuilt first if the build is gone. */
  built: Promise<Built>;
  /** Makes the requests, where the program that embeds us does; there is no process for them then. */
  host?: LowdefyHost | undefined;
  /** Another engine of the pool has reported the remarks about the app's packages. */
  isRepeat: boolean;
  /** Called when a request that writes has been performed, with the connections that it writes to. */
  onWrite?(connectionIds: string[]): void;
}

/**
 * A running app: one process for the code of its pages, without secrets, and one for their requests, which starts
 * with it or with the first request. They live and die together.
 */
export class Engine {
  /** Of the app. */
  readonly dir: string;
  /** Rejects as loading the app did. */
  readonly ready: Promise<void>;
  isReady = false;
  isGone = false;
  usedAt = Date.now();
  readonly #options: EngineOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** On whose behalf pages may make requests: the users of sessions that were here. */
  readonly #users = new Set<string>();
  readonly #writing = new Map<number, string[]>();
  readonly #views = new ReceivedViews();
  #page: AppProcess | undefined;
  #requests: AppProcess | undefined;
  #host: HostApi | undefined;
  #built: Built | undefined;
  #last = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.dir = options.app.dir;
    this.ready = this.#start();
    // Callers that wait receive the error; an engine started ahead of need may have none.
    this.ready.catch(() => {});
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  /** How many checks in a row one of its processes has not responded to. */
  get missed(): number {
    // Loading the request process delays nobody else.
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

  /** Withdraws the calls that it has not accepted. */
  withdraw(): void {
    for (const [id, { isSent, reject }] of this.#waiting) {
      if (isSent) continue;
      this.#waiting.delete(id);
      reject(new NotBegun());
    }
  }

  /** Checks whether it still responds. */
  check(): void {
    for (const one of this.processes) one.check();
  }

  /** It spins, and only killing it stops it. */
  async kill(error: TandemError): Promise<void> {
    this.isGone = true;
    for (const one of this.processes) one.kill();
    // Only then is it certain what had begun.
    await Promise.all(this.processes.map((one) => one.exited));
    this.#end(error);
  }

  /** Lets it finish what it has begun, close databases and exit, for at most this long. */
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
    // In parallel, since pages of an app with connections soon make requests.
    if (ground.hasConnections && !this.#options.host) this.#requestProcess();
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
      // What cannot be unpacked is an invalid message: the process ends, and all its calls with it.
      const result = message.kind === 'result' ? this.#resultOf(waiting, message) : undefined;
      this.#waiting.delete(message.id);
      this.usedAt = Date.now();
      if (message.kind === 'error') waiting.reject(fromWire(message.error));
      else waiting.resolve(result);
    }
  }

  #resultOf({ call, before }: Waiting, message: PackedResult): unknown {
    return call.ref ? this.#views.unpack(call.ref.sessionId, before, message) : message.result;
  }

  #send(id: number, waiting: Waiting | undefined, needsData: boolean): void {
    if (!waiting) {
      this.#page?.send({ kind: 'withdrawn', id });
      return;
    }
    const { call } = waiting;
    waiting.isSent = true;
    if (call.ref) this.#users.add(JSON.stringify(call.ref.user));
    waiting.before = call.ref && this.#views.lastOf(call.ref.sessionId);
    const ref = needsData ? call.ref : withoutData(call.ref);
    const knownView = waiting.before?.number;
    this.#page?.send({ kind: 'call', id, call: { ...call, ref, ...(knownView && { knownView }) } });
  }

  #ask(ask: ApiCall): void {
    if (this.#users.has(JSON.stringify(ask.user))) {
      const written = this.#built ? connectionsWritten(ask, this.#built.facts.writes) : [];
      if (written.length > 0) this.#writing.set(ask.id, written);
      if (this.#options.host) this.#hostApi(this.#options.host).ask(ask);
      else this.#requestProcess().send(ask);
    } else this.#refuse(ask, new TandemError('forbidden', 'No session of this user is open here.'));
  }

  #refuse({ id }: ApiCall, error: Error): void {
    this.#page?.send({ kind: 'refusal', id, error: toWire(error) });
  }

  #reply(reply: ProcessReply): void {
    this.#page?.send(reply);
    const written = this.#writing.get(reply.id);
    if (!written || reply.kind === 'begin' || reply.kind === 'piece') return;
    this.#writing.delete(reply.id);
    // Also if it failed: it may have written before it did.
    this.#options.onWrite?.(written);
  }

  #hostApi(host: LowdefyHost): HostApi {
    const { env, maxResponseMb = DEFAULT_MAX_RESPONSE_MB } = this.#options.app;
    const app = this.#built?.facts.name ?? '';
    this.#host ??= createHostApi({ host, app, env, maxResponseMb, send: (reply) => this.#reply(reply) });
    return this.#host;
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
      receive: (message) => this.#reply(message as ProcessReply),
      onLoss: this.#lose,
    });
    return this.#requests;
  }

  readonly #lose = (error: TandemError): void => {
    void this.kill(error);
  };

  #end(error: Error): void {
    this.isGone = true;
    this.#host?.close();
    for (const { isBegun, reject } of this.#waiting.values()) reject(isBegun ? error : new NotBegun());
    this.#waiting.clear();
  }
}

function withoutData(ref: PageCall['ref']): PageCall['ref'] {
  if (!ref) return undefined;
  const { data: _, ...rest } = ref;
  return rest;
}
