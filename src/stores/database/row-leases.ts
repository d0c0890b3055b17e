import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, LeaseOptions } from '../../session/session-store.ts';
import { leaseBusy, leaseCancelled, noSession } from '../store-error.ts';
import type { RowKey, SessionRows } from './session-rows.ts';

const LEASE_MS = 8_000;
const HEARTBEAT_MS = 2_000;
const DEFAULT_WAIT_MS = 10_000;
const SHORTEST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;

/** The leases that one store holds or waits for. */
export interface RowLeases {
  take(key: RowKey, options: LeaseOptions): Promise<Lease>;
  /** The token of the lease that this store holds; every write of its holder is bound to it. */
  tokenOf(sessionId: string): string | null;
  dispose(): Promise<void>;
}

interface Held {
  token: string;
  /** On this process's own clock, counted from before the database was asked. */
  until: number;
  lost: AbortController;
}

/** A lease is part of a row, with an end that is put off while its holder lives, and a token that grows with each holder. */
export function createRowLeases(rows: SessionRows): RowLeases {
  const disposed = new AbortController();
  // One listener per waiter, each removed when the wait is over.
  setMaxListeners(0, disposed.signal);
  const held = new Map<string, Held>();
  let beat: NodeJS.Timeout | undefined;

  function hold(sessionId: string, token: string, askedAt: number): Lease {
    const mine: Held = { token, until: askedAt + LEASE_MS, lost: new AbortController() };
    held.set(sessionId, mine);
    beat ??= setInterval(() => void prolong(), HEARTBEAT_MS).unref();
    return { lost: mine.lost.signal, release: () => release(sessionId, mine) };
  }

  async function release(sessionId: string, mine: Held): Promise<void> {
    if (!drop(sessionId, mine)) return;
    // If the database cannot be reached, the lease ends by itself.
    await rows.releaseLease({ sessionId, token: mine.token }).catch(() => {});
  }

  function drop(sessionId: string, mine: Held): boolean {
    if (held.get(sessionId) !== mine) return false;
    held.delete(sessionId);
    if (held.size === 0) {
      clearInterval(beat);
      beat = undefined;
    }
    return true;
  }

  function lose(sessionId: string, mine: Held, why: string): void {
    if (drop(sessionId, mine)) mine.lost.abort(new Error(why));
  }

  /** All at once. What the database no longer has as ours, and what is over by our own clock, is lost. */
  async function prolong(): Promise<void> {
    const asked = [...held];
    const askedAt = performance.now();
    const ours = asked.map(([sessionId, { token }]) => ({ sessionId, token }));
    const kept = await rows.prolongLeases(ours, LEASE_MS).catch(() => undefined);
    const tokens = new Map(kept?.map(({ sessionId, token }) => [sessionId, token]));
    for (const [sessionId, mine] of asked) {
      if (tokens.get(sessionId) === mine.token) mine.until = askedAt + LEASE_MS;
      else if (kept) lose(sessionId, mine, 'The lease was taken over.');
      else if (mine.until < performance.now()) lose(sessionId, mine, 'The lease could not be kept.');
    }
  }

  return {
    tokenOf: (sessionId) => held.get(sessionId)?.token ?? null,

    async take(key, options) {
      const end = performance.now() + (options.waitMs ?? DEFAULT_WAIT_MS);
      const signal = options.signal ? AbortSignal.any([options.signal, disposed.signal]) : disposed.signal;
      const { sessionId } = key;
      for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
        if (signal.aborted) throw leaseCancelled(sessionId, signal.reason);
        const askedAt = performance.now();
        const attempt = await rows
          .takeLease(key, { owner: options.owner, forMs: LEASE_MS })
          .catch((error: unknown) => {
            throw signal.aborted ? leaseCancelled(sessionId, signal.reason) : error;
          });
        if (!attempt) throw noSession(sessionId);
        if ('token' in attempt) {
          const lease = hold(sessionId, attempt.token, askedAt);
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
    },

    async dispose() {
      disposed.abort(new Error('The store was disposed.'));
      await Promise.all(
        [...held].map(([sessionId, mine]) => {
          mine.lost.abort(disposed.signal.reason);
          return release(sessionId, mine);
        }),
      );
    },
  };
}
