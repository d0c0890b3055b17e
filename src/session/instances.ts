import { setTimeout as sleep } from 'node:timers/promises';
import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/new-id.ts';
import { NotReached } from '../lib/pass-on.ts';
import type { Instance, InstanceStore } from './instance-store.ts';

const BEAT_MS = 1_500;
/** An instance that is silent for so long is dead to the others. */
const ALIVE_MS = 6_000;
/** For how long another home is believed without asking; one that has moved does not respond, or says so. */
const BELIEVED_MS = 2_000;
/** An unknown instance may have started since the last beat. */
const LOOK_AGAIN_MS = 300;
/** How long a request waits for a home that neither responds nor is dead yet. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 150;

/** What an area does when its home comes to this instance, and when another has taken it. */
export interface HomeKeeper {
  /** Runs before anything is served. `note`: what the home before left. */
  taken(note: string): Promise<void>;
  lost(): Promise<void>;
}

/** For areas that have something in the memory of one instance. */
export interface Homes {
  /** Of this instance; another after every start. */
  readonly id: string;
  /** The same for all instances of one store, and for no others. */
  readonly group: string;
  /** False while this process serves nobody over HTTP; everything is then here. */
  readonly isShared: boolean;
  keep(name: string, keeper: HomeKeeper): void;
  /** The instance that has it; undefined for this one, which takes it if nobody has it. */
  homeOf(name: string): Promise<Instance | undefined>;
  /** For the next home, if this instance dies. */
  note(name: string, note: string): Promise<void>;
  /** Told when another instance has died or left. Returns how to stop. */
  onGone(listener: () => void): () => void;
}

/** This instance among those that share its store. */
export class Instances implements Homes {
  readonly id = newId('i_');
  readonly group: string;
  readonly #store: InstanceStore;
  readonly #log: Logger;
  readonly #beforeTaking: () => Promise<void>;
  readonly #keepers = new Map<string, HomeKeeper>();
  /** The homes that are here, from when they are ready. */
  readonly #held = new Map<string, Promise<void>>();
  /** Those of them that others may have taken while this process was suspended. */
  readonly #doubtful = new Set<string>();
  readonly #elsewhere = new Map<string, { instance: Instance; at: number }>();
  readonly #onGone = new Set<() => void>();
  /** Aborted when the instance of that id is dead or has left. */
  readonly #gone = new Map<string, AbortController>();
  #self: Instance | undefined;
  #others = new Map<string, Instance>();
  #seen: ReadonlySet<string> = new Set();
  #beatAt = Number.NEGATIVE_INFINITY;
  #beating: NodeJS.Timeout | undefined;

  constructor(options: {
    store: InstanceStore;
    group: string;
    log: Logger;
    /** Runs before a home is taken: its keeper must be known. */
    beforeTaking(): Promise<void>;
  }) {
    this.group = options.group;
    this.#store = options.store;
    this.#log = options.log;
    this.#beforeTaking = options.beforeTaking;
  }

  get isShared(): boolean {
    return this.#self !== undefined;
  }

  /** The others reach this instance at `url` from now on. */
  async start(url: string): Promise<void> {
    this.#self = { id: this.id, url };
    await this.#beat();
    this.#beating = setInterval(() => {
      this.#beat().catch((error: unknown) => this.#log.debug('this instance is not seen', String(error)));
    }, BEAT_MS).unref();
  }

  keep(name: string, keeper: HomeKeeper): void {
    this.#keepers.set(name, keeper);
  }

  onGone(listener: () => void): () => void {
    this.#onGone.add(listener);
    return () => void this.#onGone.delete(listener);
  }

  /** The other instance of this id, if it is alive. */
  async find(id: string): Promise<Instance | undefined> {
    if (!this.#self || id === this.id) return undefined;
    if (!this.#others.has(id) && performance.now() - this.#beatAt > LOOK_AGAIN_MS) await this.#beat();
    const found = this.#others.get(id);
    return found && this.#watched(found);
  }

  async homeOf(name: string): Promise<Instance | undefined> {
    if (!this.#self) return undefined;
    const held = this.#held.get(name);
    // By our own clock, counted from before the database was asked: nobody can have taken it.
    if (held && !this.#doubtful.has(name) && performance.now() < this.#beatAt + ALIVE_MS)
      return this.#ready(held);
    const known = this.#elsewhere.get(name);
    if (known && performance.now() < known.at + BELIEVED_MS) return known.instance;
    const at = performance.now();
    const { instance: found, note } = await this.#store.takeHome(name, this.#self);
    this.#doubtful.delete(name);
    if (found.id === this.id) return this.#ready(this.#held.get(name) ?? this.#take(name, note));
    const instance = this.#watched(found);
    if (this.#held.delete(name)) await this.#keepers.get(name)?.lost();
    this.#elsewhere.set(name, { instance, at });
    return instance;
  }

  async note(name: string, note: string): Promise<void> {
    if (this.#self && this.#held.has(name)) await this.#store.noteHome(name, this.id, note);
  }

  /**
   * Serves something where it belongs: `here` if `whose` says undefined, else `there`. An instance that cannot be reached
   * is asked again until it responds or another is the home.
   */
  async serve<T>(
    whose: () => Promise<Instance | undefined>,
    { here, there }: { here(): Promise<T>; there(instance: Instance): Promise<T> },
  ): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const instance = await whose();
      if (!instance) return here();
      try {
        return await there(instance);
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
        if (performance.now() > end)
          throw new TandemError(
            'unavailable',
            'The instance of this server that has this cannot be reached. Try again in a moment.',
            { cause: error, retryAfter: 2 },
          );
        this.#doubt(instance);
        await sleep(PAUSE_MS * (0.5 + Math.random()));
      }
    }
  }

  /** What is here must be saved by now: the others may take it at once. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    if (!this.#self) return;
    this.#self = undefined;
    await this.#store.leave(this.id);
  }

  async #beat(): Promise<void> {
    if (!this.#self) return;
    const at = performance.now();
    const others = await this.#store.beat(this.#self, ALIVE_MS);
    if (at < this.#beatAt) return;
    const wasDead = performance.now() > this.#beatAt + ALIVE_MS;
    this.#beatAt = at;
    if (wasDead) this.#lookForHomes();
    this.#others = new Map(others.map((instance) => [instance.id, instance]));
    const before = this.#seen;
    this.#seen = new Set(this.#others.keys());
    const gone = [...before].filter((id) => !this.#seen.has(id));
    for (const id of gone) {
      this.#gone.get(id)?.abort();
      this.#gone.delete(id);
    }
    if (gone.length > 0) for (const listener of [...this.#onGone]) listener();
  }

  /** This instance counted as dead for a while: the homes that it had may be elsewhere, with what is in its memory out of date. */
  #lookForHomes(): void {
    for (const name of this.#held.keys()) {
      this.#doubtful.add(name);
      this.homeOf(name).catch((error: unknown) => this.#log.warn(`home of ${name}`, String(error)));
    }
  }

  #watched(instance: Instance): Instance {
    const controller = this.#gone.get(instance.id) ?? new AbortController();
    this.#gone.set(instance.id, controller);
    return { ...instance, gone: controller.signal };
  }

  #take(name: string, note: string): Promise<void> {
    this.#elsewhere.delete(name);
    const taking = this.#beforeTaking().then(() => this.#keepers.get(name)?.taken(note));
    this.#held.set(name, taking);
    // What could not be taken over now may be at the next request.
    taking.catch(() => this.#held.delete(name));
    return taking;
  }

  async #ready(held: Promise<void>): Promise<undefined> {
    await held;
    return undefined;
  }

  #doubt({ id }: Instance): void {
    this.#beatAt = Math.min(this.#beatAt, performance.now() - LOOK_AGAIN_MS);
    this.#others.delete(id);
    for (const [name, { instance }] of this.#elsewhere) if (instance.id === id) this.#elsewhere.delete(name);
  }
}
