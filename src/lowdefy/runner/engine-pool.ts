import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { TandemError } from '../../errors.ts';
import type { LowdefyHost } from '../lowdefy-host.ts';
import { buildInProcess } from '../processes/build-in-process.ts';
import { Engine, NotBegun } from '../processes/engine.ts';
import type { AppOptions, Built, PageOperation } from '../processes/process-protocol.ts';
import { isStuck, type Patience, stuckError, TICK_MS } from '../processes/stuck.ts';
import type { AppRunner, SessionRef } from './app-runner.ts';

export interface EnginePoolOptions extends Patience {
  app: AppOptions;
  /** Makes the requests, where the program that embeds us does. */
  host?: LowdefyHost | undefined;
  /** The maximum number of engines. Default: by the number of cores. */
  size?: number;
  /** Called with the reason when the app's engine does not start, and with undefined when it does. */
  onProblem?(problem: string | undefined): void;
  /** Called when a request has written to these connections. */
  onWrite?(connectionIds: string[]): void;
}

/** After this many ticks without a response, waiting calls move to an idle engine. */
const SLOW = 2;
/** After this many, they move to a new engine, because this one may never respond. */
const STUCK = 8;
const IDLE_MS = 10 * 60_000;
/** Even on one core, a second engine keeps other calls going while one engine spins. */
const SIZE = Math.min(8, Math.max(2, availableParallelism()));

/** How long calls in flight may take when an app is replaced. */
const CLOSE_MS = 60_000;

/**
 * Runs an app in several engines, each in its own processes. A session has a home engine, which holds it in memory;
 * if that engine is gone or busy for long, another one takes over from the saved session. The app is built at once;
 * engines start when needed, the first one with the first call.
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<AppRunner> {
  const { log } = options;
  const engines = new Set<Engine>();
  const homes = new Map<string, { engine: Engine; usedAt: number }>();
  /** Killed, but not gone yet. */
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
    get engineCount() {
      return engines.size;
    },
    async start() {
      await (choose(undefined) ?? anyReady());
    },
    navigate: (ref, ...args) => run('navigate', ref, args),
    act: (ref, ...args) => run('act', ref, args),
    propose: (ref, actions, isWanted) => run('propose', ref, [actions, isWanted]),
    calls: (ref, ...args) => run('calls', ref, args),
    replica: (ref, ...args) => run('replica', ref, args),
    view: (ref, ...args) => run('view', ref, args),
    state: (ref) => run('state', ref, []),
    output: (ref, wanted) => run('output', ref, [wanted]),
    pages: (user) => run('pages', undefined, [user]),
    saved: (sessionId, rev) => homes.get(sessionId)?.engine.saved(sessionId, rev),
    drop: (sessionId) => homes.get(sessionId)?.engine.drop(sessionId),
    async close(patienceMs = CLOSE_MS) {
      closed = true;
      // Stuck engines are still killed in the meantime.
      await Promise.all([...[...engines].map((engine) => engine.close(patienceMs)), ...leaving]);
      clearInterval(ticking);
    },
  };

  async function run<T>(op: PageOperation, ref: SessionRef | undefined, args: unknown[]): Promise<T> {
    for (;;) {
      if (closed) throw new TandemError('ended', 'The app has been closed.');
      // No await between choosing and calling: concurrent calls must see each other.
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
    // Ahead of need: it will be ready for a later call.
    const count = [...engines].filter((engine) => !isLost(engine)).length;
    if ((!best || best.outstanding > 0) && count < sizeOf() && engines.size + leaving.size < 2 * sizeOf())
      start();
    if (!best || !home || !usable.includes(home)) return best;
    // Sessions used one after the other share a home; sessions used at the same time should not.
    const isCrowded = best.outstanding < home.outstanding && homesOf(best) + 1 < homesOf(home);
    return isCrowded || (isSlow(home) && !isSlow(best)) ? best : home;
  }

  function settle(sessionId: string, engine: Engine): void {
    const before = homes.get(sessionId)?.engine;
    if (before !== engine) before?.drop(sessionId);
    homes.set(sessionId, { engine, usedAt: Date.now() });
  }

  /**
   * No engine can take the call now: wait for one that is starting, or start the first one again. None if the app is
   * closing.
   */
  async function anyReady(): Promise<Engine | undefined> {
    const starting = [...engines].find((engine) => !engine.isReady);
    if (!starting && leaving.size >= sizeOf()) await Promise.race(leaving);
    if (closed) return undefined;
    const engine = starting ?? start();
    try {
      await engine.ready;
      return engine;
    } catch (error) {
      // The error of an engine that ended because the app was closed is not the reason.
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

  /** The app as it was built or, if that build has been deleted, rebuilt from its current files. */
  async function current(): Promise<Built> {
    if (existsSync(built.build.buildDirectory)) return built;
    rebuilding ??= buildInProcess(options.app, options).finally(() => {
      rebuilding = undefined;
    });
    built = await rebuilding;
    return built;
  }

  function tell(problem: string | undefined): void {
    // Problems reported by others, such as changed files that cannot be built, are not cleared here.
    if (problem !== undefined || isBroken) options.onProblem?.(problem);
    isBroken = problem !== undefined;
  }

  function sizeOf(): number {
    // What a host has in memory is the same for all engines.
    return built.facts.canShare || options.host ? (options.size ?? SIZE) : 1;
  }

  function isSlow(engine: Engine): boolean {
    return engine.missed >= SLOW;
  }

  /** Where only one engine is allowed, there is no other to move to. */
  function isLost(engine: Engine): boolean {
    return engine.isGone || (sizeOf() > 1 && engine.missed >= STUCK);
  }

  /** Whether calls that wait for an engine should move to another one. */
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
    // Work that makes progress is not stopped, however long it takes; calls that wait for the engine move elsewhere.
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

/** JSON has no `undefined`, so absent values are omitted. */
function withoutEnd(args: unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1);
}
