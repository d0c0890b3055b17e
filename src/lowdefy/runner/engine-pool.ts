import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { TandemError } from '../../errors.ts';
import { buildInProcess } from '../processes/build-in-process.ts';
import { Engine, NotBegun } from '../processes/engine.ts';
import type { AppOptions, Built, PageOperation } from '../processes/process-protocol.ts';
import { isStuck, type Patience, stuckError, TICK_MS } from '../processes/stuck.ts';
import type { AppRunner, SessionRef } from './app-runner.ts';

export interface EnginePoolOptions extends Patience {
  app: AppOptions;
  /** Engines at most; by the machine's cores unless told. */
  size?: number;
  /** Told why the app's engine does not start, and undefined when it does after all. */
  onProblem?(problem: string | undefined): void;
}

/** Ticks without an answer after which waiting calls go to an engine that has nothing to do. */
const SLOW = 2;
/** And after which they go to a new one, because this one may never come back. */
const STUCK = 8;
const IDLE_MS = 10 * 60_000;
/** Even on one core a second engine keeps the others going while one spins. */
const SIZE = Math.min(8, Math.max(2, availableParallelism()));

/** Calls under way when an app is replaced may take as long as this. */
const CLOSE_MS = 60_000;

/**
 * An app in a few engines, each of them processes of its own. A session has a home among them, where it is in memory;
 * when that is gone or busy for long, another one takes the session over from what was saved. The app is built at once;
 * engines are started as they are needed, the first one by the first call.
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<AppRunner> {
  const { log } = options;
  const engines = new Set<Engine>();
  const homes = new Map<string, { engine: Engine; usedAt: number }>();
  /** Killed, and not gone yet. */
  const leaving = new Set<Promise<void>>();
  let built = await buildInProcess(options.app, options);
  let rebuilding: Promise<Built> | undefined;
  let ticking: NodeJS.Timeout | undefined;
  let hasRemarked = false;
  let isBroken = false;
  let closed = false;

  return {
    get facts() {
      return built.facts;
    },
    get isRunning() {
      return engines.size > 0;
    },
    async start() {
      await (choose(undefined) ?? anyReady());
    },
    navigate: (ref, ...args) => run('navigate', ref, args),
    act: (ref, ...args) => run('act', ref, args),
    view: (ref, ...args) => run('view', ref, args),
    state: (ref) => run('state', ref, []),
    pages: (user) => run('pages', undefined, [user]),
    saved: (sessionId, rev) => homes.get(sessionId)?.engine.saved(sessionId, rev),
    drop: (sessionId) => homes.get(sessionId)?.engine.drop(sessionId),
    async close(patienceMs = CLOSE_MS) {
      closed = true;
      // Stuck ones are still ended meanwhile.
      await Promise.all([...[...engines].map((engine) => engine.close(patienceMs)), ...leaving]);
      clearInterval(ticking);
    },
  };

  async function run<T>(op: PageOperation, ref: SessionRef | undefined, args: unknown[]): Promise<T> {
    for (;;) {
      if (closed) throw new TandemError('ended', 'The app has been closed.');
      // Nothing may come between choosing and calling: several calls at once must see one another.
      const engine = choose(ref?.sessionId) ?? (await anyReady());
      if (!engine) continue;
      if (ref) settle(ref.sessionId, engine);
      try {
        return (await engine.call({ op, ref, args: withoutEnd(args) })) as T;
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error;
      }
    }
  }

  function choose(sessionId: string | undefined): Engine | undefined {
    const home = sessionId === undefined ? undefined : homes.get(sessionId)?.engine;
    const usable = [...engines].filter((engine) => engine.isReady && !isLost(engine));
    const [best] = usable.sort(
      (a, b) =>
        Number(isSlow(a)) - Number(isSlow(b)) || a.outstanding - b.outstanding || homesOf(a) - homesOf(b),
    );
    // Ahead of need: it is there for a call after this one.
    const count = [...engines].filter((engine) => !isLost(engine)).length;
    if ((!best || best.outstanding > 0) && count < sizeOf() && engines.size + leaving.size < 2 * sizeOf())
      start();
    if (!best || !home || !usable.includes(home)) return best;
    // Sessions that came one after the other share a home; those that are used at the same time should not.
    const isCrowded = best.outstanding < home.outstanding && homesOf(best) + 1 < homesOf(home);
    return isCrowded || (isSlow(home) && !isSlow(best)) ? best : home;
  }

  function settle(sessionId: string, engine: Engine): void {
    const before = homes.get(sessionId)?.engine;
    if (before !== engine) before?.drop(sessionId);
    homes.set(sessionId, { engine, usedAt: Date.now() });
  }

  /** No engine can take the call now: wait for one that is starting, or start the first again. None when the app ends. */
  async function anyReady(): Promise<Engine | undefined> {
    const starting = [...engines].find((engine) => !engine.isReady);
    if (!starting && leaving.size >= sizeOf()) await Promise.race(leaving);
    if (closed) return undefined;
    const engine = starting ?? start();
    try {
      await engine.ready;
      return engine;
    } catch (error) {
      // What an engine says that ended because the app did is not the reason.
      if (closed || error instanceof NotBegun) return undefined;
      throw error;
    }
  }

  function start(): Engine {
    const isRepeat = hasRemarked;
    hasRemarked = true;
    const engine = new Engine({ ...options, built: current(), isRepeat });
    engines.add(engine);
    ticking ??= setInterval(tick, TICK_MS).unref();
    engine.ready.then(
      () => tell(undefined),
      (error: Error) => {
        forget(engine);
        hasRemarked = isRepeat;
        if (closed || error instanceof NotBegun) return;
        log.error(error.message);
        tell(error.message);
      },
    );
    return engine;
  }

  /** The app as it was built; where the build has been removed meanwhile, from what its files are now. */
  async function current(): Promise<Built> {
    if (existsSync(built.build.buildDirectory)) return built;
    rebuilding ??= buildInProcess(options.app, options).finally(() => {
      rebuilding = undefined;
    });
    built = await rebuilding;
    return built;
  }

  function tell(problem: string | undefined): void {
    // Problems of others, such as changed files that cannot be built, are not for this to take back.
    if (problem !== undefined || isBroken) options.onProblem?.(problem);
    isBroken = problem !== undefined;
  }

  function sizeOf(): number {
    return built.facts.canShare ? (options.size ?? SIZE) : 1;
  }

  function isSlow(engine: Engine): boolean {
    return engine.missed >= SLOW;
  }

  /** Where there may be one engine only, there is no other to go to. */
  function isLost(engine: Engine): boolean {
    return engine.isGone || (sizeOf() > 1 && engine.missed >= STUCK);
  }

  /** Whether calls that wait for a engine would be better off elsewhere. */
  function canLeave(engine: Engine): boolean {
    if (isLost(engine)) return true;
    return isSlow(engine) && [...engines].some((other) => other.isReady && other.outstanding === 0);
  }

  function homesOf(engine: Engine): number {
    let count = 0;
    for (const home of homes.values()) if (home.engine === engine) count++;
    return count;
  }

  function tick(): void {
    const before = Date.now() - IDLE_MS;
    for (const [id, home] of homes) if (home.usedAt < before) homes.delete(id);
    for (const engine of engines) {
      watch(engine);
      if (engine.isReady && engine.outstanding === 0 && engine.usedAt < before && homesOf(engine) === 0) {
        forget(engine);
        void engine.close(CLOSE_MS);
      }
    }
    if (engines.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  function watch(engine: Engine): void {
    if (engine.isGone) forget(engine);
    if (engine.isGone || (engine.isReady && engine.outstanding === 0)) return;
    engine.check();
    if (canLeave(engine)) engine.withdraw();
    // Work that gets on is not ended, however long it takes; those who wait for the engine are better off elsewhere.
    const stuck = engine.processes.find((one) => isStuck(one, options));
    if (!stuck) return;
    forget(engine);
    const gone = engine.kill(stuckError(stuck, engine, options)).finally(() => leaving.delete(gone));
    leaving.add(gone);
  }

  function forget(engine: Engine): void {
    engines.delete(engine);
    for (const [id, home] of homes) if (home.engine === engine) homes.delete(id);
  }
}

/** JSON has no `undefined`: what is not given is left out. */
function withoutEnd(args: unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1);
}
