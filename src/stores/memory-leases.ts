import { setMaxListeners } from 'node:events';
import type { Lease, LeaseOptions } from '../session/session-store.ts';
import { leaseBusy, leaseCancelled } from './store-error.ts';

const DEFAULT_WAIT_MS = 10_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface MemoryLeases {
  take(sessionId: string, options: LeaseOptions): Promise<Lease>;
  dispose(): Promise<void>;
}

/** Leases within one process: the next in line gets it as soon as it is released. */
export function createMemoryLeases(): MemoryLeases {
  const disposed = new AbortController();
  // One listener per waiter, each removed when the wait is over.
  setMaxListeners(0, disposed.signal);
  const held = new Map<string, { owner: string; lost: AbortController }>();
  const lines = new Map<string, Array<() => void>>();

  function hold(sessionId: string, owner: string): Lease {
    const mine = { owner, lost: new AbortController() };
    held.set(sessionId, mine);
    return {
      lost: mine.lost.signal,
      async release() {
        if (held.get(sessionId) !== mine) return;
        held.delete(sessionId);
        lines.get(sessionId)?.[0]?.();
      },
    };
  }

  /** Stand in line: the lease goes from hand to hand, nobody can come in between. */
  function wait(sessionId: string, options: LeaseOptions): Promise<Lease> {
    const { owner, waitMs = DEFAULT_WAIT_MS, signal } = options;
    return new Promise((resolve, reject) => {
      const line = lines.get(sessionId) ?? [];
      lines.set(sessionId, line);
      const leave = () => {
        line.splice(line.indexOf(turn), 1);
        if (line.length === 0) lines.delete(sessionId);
        clearTimeout(timer);
        for (const source of [signal, disposed.signal]) source?.removeEventListener('abort', cancel);
      };
      const turn = () => {
        leave();
        resolve(hold(sessionId, owner));
      };
      const cancel = () => {
        leave();
        reject(leaseCancelled(sessionId, signal?.reason ?? disposed.signal.reason));
      };
      const timer = setTimeout(
        () => {
          leave();
          reject(leaseBusy(sessionId, held.get(sessionId)?.owner ?? 'another caller'));
        },
        Math.min(waitMs, MAX_TIMER_MS),
      );
      line.push(turn);
      for (const source of [signal, disposed.signal]) source?.addEventListener('abort', cancel);
    });
  }

  return {
    async take(sessionId, options) {
      for (const source of [options.signal, disposed.signal]) {
        if (source?.aborted) throw leaseCancelled(sessionId, source.reason);
      }
      return held.has(sessionId) ? wait(sessionId, options) : hold(sessionId, options.owner);
    },
    async dispose() {
      disposed.abort(new Error('The store was disposed.'));
      const all = [...held.values()];
      held.clear();
      for (const { lost } of all) lost.abort(disposed.signal.reason);
    },
  };
}
