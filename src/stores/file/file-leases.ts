import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../lib/has-code.ts';
import type { Lease, LeaseOptions } from '../../session/session-store.ts';
import { leaseBusy, leaseCancelled, noSession } from '../store-error.ts';
import { LEASE_HEARTBEAT_MS, refreshLease, releaseLease, tryTakeLease } from './lease-file.ts';

const DEFAULT_WAIT_MS = 10_000;
const SHORTEST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;

/** The leases that one store holds or waits for. */
export interface FileLeases {
  take(dir: string, sessionId: string, options: LeaseOptions): Promise<Lease>;
  dispose(): Promise<void>;
}

export function createFileLeases(): FileLeases {
  const disposed = new AbortController();
  // One listener per waiter, each removed when the wait is over.
  setMaxListeners(0, disposed.signal);
  const endAll = new Set<() => Promise<void>>();

  function hold(dir: string, version: number, owner: string): Lease {
    const lost = new AbortController();
    const beat = setInterval(() => {
      if (refreshOrLose(dir, version)) return;
      stop();
      lost.abort(new Error('The lease was taken over.'));
    }, LEASE_HEARTBEAT_MS).unref();
    const stop = () => {
      clearInterval(beat);
      return endAll.delete(end);
    };
    const release = async () => {
      if (stop()) ignoreMissing(() => releaseLease(dir, version, owner));
    };
    const end = () => {
      lost.abort(new Error('The store was disposed.'));
      return release();
    };
    endAll.add(end);
    return { lost: lost.signal, release };
  }

  async function take(dir: string, sessionId: string, options: LeaseOptions): Promise<Lease> {
    const end = performance.now() + (options.waitMs ?? DEFAULT_WAIT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, disposed.signal]) : disposed.signal;
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
      if (signal.aborted) throw leaseCancelled(sessionId, signal.reason);
      const attempt = await tryTakeLease(dir, options.owner).catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? noSession(sessionId) : error;
      });
      if ('version' in attempt) {
        const lease = hold(dir, attempt.version, options.owner);
        if (!signal.aborted) return lease;
        await lease.release();
        throw leaseCancelled(sessionId, signal.reason);
      }
      const left = end - performance.now();
      if (left <= 0) throw leaseBusy(sessionId, attempt.heldBy);
      // Waiters that began together must not keep trying together.
      await sleep(Math.min(pause * (0.5 + Math.random()), left), undefined, { signal }).catch(
        (error: unknown) => {
          throw leaseCancelled(sessionId, error);
        },
      );
    }
  }

  return {
    take,
    async dispose() {
      disposed.abort(new Error('The store was disposed.'));
      await Promise.all([...endAll].map((end) => end()));
    },
  };
}

function refreshOrLose(dir: string, version: number): boolean {
  try {
    return refreshLease(dir, version);
  } catch (error) {
    // Anything but a vanished file may pass; the next heartbeat tries again before the lease's life is over.
    return !hasCode(error, 'ENOENT');
  }
}

function ignoreMissing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
