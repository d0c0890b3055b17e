import { availableParallelism } from 'node:os';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PinnedBuild } from '../app/find-build.ts';
import type { AppFacts, AppRunner, SessionRef } from '../app-runner.ts';
import { EngineThread, NotBegun } from './engine-thread.ts';
import type { Operation, ThreadOptions } from './worker-protocol.ts';

export interface EnginePoolOptions {
  thread: ThreadOptions;
  /** So long may app code keep its thread to itself. */
  stuckMs: number;
  /** So much memory may each thread take. */
  maxHeapMb: number;
  /** Threads at most; by the machine's cores unless told. */
  size?: number;
  log: Logger;
}

const TICK_MS = 250;
/** Ticks without an answer after which waiting calls go to a thread that has nothing to do. */
const SLOW = 2;
/** And after which they go to a new one, because this one may never come back. */
const STUCK = 8;
/** Building a large app takes long, and much of it without a pause. */
const LOAD_MS = 120_000;
const IDLE_MS = 10 * 60_000;
/** Even on one core a second thread keeps the others going while one spins. */
const SIZE = Math.min(8, Math.max(2, availableParallelism()));

/**
 * An app in a few threads. A session has a home among them, where its engine is in memory; when that is gone or busy
 * for long, another one takes the session over from what was saved. Threads are started as they are needed.
 */
export async function openEnginePool(options: EnginePoolOptions): Promise<AppRunner> {
  const { stuckMs, log } = options;
  const threads = new Set<EngineThread>();
  const homes = new Map<string, { thread: EngineThread; usedAt: number }>();
  let build: PinnedBuild | undefined;
  let size = 1;
  let closed = false;

  const facts = await openFirst();
  if (facts.canShare) size = options.size ?? SIZE;
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  return {
    facts,
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

  async function openFirst(): Promise<AppFacts> {
    // Loading may spin as well, and nobody else is there to look.
    const first = start();
    const watching = setInterval(() => watch(first), TICK_MS);
    try {
      return (await first.ready).facts;
    } finally {
      clearInterval(watching);
    }
  }

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
    if ((!best || best.outstanding > 0) && count < size) start();
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
    const thread = new EngineThread({ ...options.thread, ...(build && { build }) }, options);
    threads.add(thread);
    thread.ready.then(
      (ready) => {
        build ??= ready.build;
      },
      () => forget(thread),
    );
    return thread;
  }

  function isSlow(thread: EngineThread): boolean {
    return thread.missed >= SLOW;
  }

  /** Where there may be one thread only, there is no other to go to. */
  function isLost(thread: EngineThread): boolean {
    return thread.isGone || (size > 1 && thread.missed >= STUCK);
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
  }

  function watch(thread: EngineThread): void {
    if (thread.isGone) forget(thread);
    if (thread.isGone || (thread.isReady && thread.outstanding === 0)) return;
    thread.check();
    if (canLeave(thread)) thread.withdraw();
    const patience = thread.isReady ? stuckMs : Math.max(stuckMs, LOAD_MS);
    // Work that gets on is not ended, however long it takes; those who wait for the thread are better off elsewhere.
    if (thread.stuck * TICK_MS < patience) return;
    forget(thread);
    log.error(
      `An app in ${options.thread.dir} kept its thread busy for ${patience / 1000} s and was stopped.`,
    );
    void thread.kill(stuck(patience, thread.outstanding));
  }

  function forget(thread: EngineThread): void {
    threads.delete(thread);
    for (const [id, home] of homes) if (home.thread === thread) homes.delete(id);
  }
}

function stuck(ms: number, calls: number): TandemError {
  const whose = calls > 1 ? `, or that of one of ${calls - 1} others that ran beside it,` : '';
  return new TandemError(
    'timeout',
    `The app's own code${whose} ran for ${ms / 1000} s without a pause (mcp.limits.appBusySeconds), so it was stopped: perhaps an endless loop or a slow regular expression in an operator. Nothing of this call was saved, but what it had written to databases stays. The session goes on from where it was before; do not repeat the same action unchanged.`,
  );
}
