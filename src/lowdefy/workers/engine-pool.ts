import { availableParallelism } from 'node:os';
import { TandemError } from '../../errors.ts';
import type { AppRunner, SessionRef } from '../app-runner.ts';
import { buildInThread } from './build-in-thread.ts';
import { EngineThread, NotBegun } from './engine-thread.ts';
import { isStuck, type Patience, stuckError, TICK_MS } from './stuck.ts';
import type { Operation, ThreadOptions } from './worker-protocol.ts';

export interface EnginePoolOptions extends Patience {
  thread: ThreadOptions;
  /** Threads at most; by the machine's cores unless told. */
  size?: number;
  /** Told why the app's engine does not start, and undefined when it does after all. */
  onProblem?(problem: string | undefined): void;
}

/** Ticks without an answer after which waiting calls go to a thread that has nothing to do. */
const SLOW = 2;
/** And after which they go to a new one, because this one may never come back. */
const STUCK = 8;
const IDLE_MS = 10 * 60_000;
/** Even on one core a second thread keeps the others going while one spins. */
const SIZE = Math.min(8, Math.max(2, availableParallelism()));

/**
 * An app in a few threads. A session has a home among them, where its engine is in memory; when that is gone or busy
 * for long, another one takes the session over from what was saved. The app is built at once; threads are started as they
 * are needed, the first one by the first call.
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<AppRunner> {
  const { log } = options;
  const threads = new Set<EngineThread>();
  const homes = new Map<string, { thread: EngineThread; usedAt: number }>();
  let { facts, build } = await buildInThread(options.thread, options);
  let ticking: NodeJS.Timeout | undefined;
  let hasRemarked = false;
  let isBroken = false;
  let closed = false;

  return {
    get facts() {
      return facts;
    },
    get isRunning() {
      return threads.size > 0;
    },
    async start() {
      await (choose(undefined) ?? anyReady());
    },
    navigate: (ref, ...args) => run('navigate', ref, args),
    act: (ref, ...args) => run('act', ref, args),
    view: (ref, ...args) => run('view', ref, args),
    state: (ref) => run('state', ref, []),
    pages: (user) => run('pages', undefined, [user]),
    saved: (sessionId, rev) => homes.get(sessionId)?.thread.saved(sessionId, rev),
    drop: (sessionId) => homes.get(sessionId)?.thread.drop(sessionId),
    async close() {
      closed = true;
      clearInterval(ticking);
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };

  async function run<T>(op: Operation, ref: SessionRef | undefined, args: unknown[]): Promise<T> {
    for (;;) {
      if (closed) throw new TandemError('ended', 'The app has been closed.');
      // Nothing may come between choosing and calling: several calls at once must see one another.
      const thread = choose(ref?.sessionId) ?? (await anyReady());
      if (ref) settle(ref.sessionId, thread);
      try {
        return (await thread.call({ op, ref, args })) as T;
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error;
      }
    }
  }

  function choose(sessionId: string | undefined): EngineThread | undefined {
    const home = sessionId === undefined ? undefined : homes.get(sessionId)?.thread;
    const usable = [...threads].filter((thread) => thread.isReady && !isLost(thread));
    const [best] = usable.sort(
      (a, b) =>
        Number(isSlow(a)) - Number(isSlow(b)) || a.outstanding - b.outstanding || homesOf(a) - homesOf(b),
    );
    // Ahead of need: it is there for a call after this one.
    const count = [...threads].filter((thread) => !isLost(thread)).length;
    if ((!best || best.outstanding > 0) && count < sizeOf()) start();
    if (!best || !home || !usable.includes(home)) return best;
    // Sessions that came one after the other share a home; those that are used at the same time should not.
    const isCrowded = best.outstanding < home.outstanding && homesOf(best) + 1 < homesOf(home);
    return isCrowded || (isSlow(home) && !isSlow(best)) ? best : home;
  }

  function settle(sessionId: string, thread: EngineThread): void {
    const before = homes.get(sessionId)?.thread;
    if (before !== thread) before?.drop(sessionId);
    homes.set(sessionId, { thread, usedAt: Date.now() });
  }

  /** No thread can take the call now: wait for one that is starting, or start the first again. */
  async function anyReady(): Promise<EngineThread> {
    const starting = [...threads].filter((thread) => !thread.isReady);
    const thread = starting[0] ?? start();
    await thread.ready;
    return thread;
  }

  function start(): EngineThread {
    const isRepeat = hasRemarked;
    hasRemarked = true;
    const thread = new EngineThread('engine', { ...options.thread, build, isRepeat }, options);
    threads.add(thread);
    ticking ??= setInterval(tick, TICK_MS).unref();
    thread.ready.then(
      (ready) => {
        // The build had been removed meanwhile: the app was built again, from what its files are now.
        if (ready.build.buildId !== build.buildId) ({ facts, build } = ready);
        tell(undefined);
      },
      (error: Error) => {
        forget(thread);
        hasRemarked = isRepeat;
        if (closed) return;
        log.error(error.message);
        tell(error.message);
      },
    );
    return thread;
  }

  function tell(problem: string | undefined): void {
    // Problems of others, such as changed files that cannot be built, are not for this to take back.
    if (problem !== undefined || isBroken) options.onProblem?.(problem);
    isBroken = problem !== undefined;
  }

  function sizeOf(): number {
    return facts.canShare ? (options.size ?? SIZE) : 1;
  }

  function isSlow(thread: EngineThread): boolean {
    return thread.missed >= SLOW;
  }

  /** Where there may be one thread only, there is no other to go to. */
  function isLost(thread: EngineThread): boolean {
    return thread.isGone || (sizeOf() > 1 && thread.missed >= STUCK);
  }

  /** Whether calls that wait for a thread would be better off elsewhere. */
  function canLeave(thread: EngineThread): boolean {
    if (isLost(thread)) return true;
    return isSlow(thread) && [...threads].some((other) => other.isReady && other.outstanding === 0);
  }

  function homesOf(thread: EngineThread): number {
    let count = 0;
    for (const home of homes.values()) if (home.thread === thread) count++;
    return count;
  }

  function tick(): void {
    const before = Date.now() - IDLE_MS;
    for (const [id, home] of homes) if (home.usedAt < before) homes.delete(id);
    for (const thread of threads) {
      watch(thread);
      if (thread.isReady && thread.outstanding === 0 && thread.usedAt < before && homesOf(thread) === 0) {
        forget(thread);
        void thread.close();
      }
    }
    if (threads.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  function watch(thread: EngineThread): void {
    if (thread.isGone) forget(thread);
    if (thread.isGone || (thread.isReady && thread.outstanding === 0)) return;
    thread.check();
    if (canLeave(thread)) thread.withdraw();
    // Work that gets on is not ended, however long it takes; those who wait for the thread are better off elsewhere.
    if (!isStuck(thread, options)) return;
    forget(thread);
    void thread.kill(stuckError(thread, options));
  }

  function forget(thread: EngineThread): void {
    threads.delete(thread);
    for (const [id, home] of homes) if (home.thread === thread) homes.delete(id);
  }
}
