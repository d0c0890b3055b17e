import { setTimeout as sleep } from 'node:timers/promises';
import type { Area } from '../area/area.ts';
import type { Operations } from '../http/operations.ts';
import { type Monitor, NO_MONITOR } from '../lib/monitor.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Config } from './config-schema.ts';
import { watchStore } from './watch-store.ts';

/** The server as those see it who run it. */
export interface RunningServer {
  monitor: Monitor;
  operations: Operations;
  watch(store: SessionStore): SessionStore;
  /** Say that new work should go elsewhere, and keep serving while others learn of it. */
  drain(isServing: boolean): Promise<void>;
}

export async function createRunningServer(
  { metrics: isMeasured, drainSeconds }: Config['http'],
  sources: {
    areas: () => readonly Area[];
    countSessions: () => Promise<number | undefined>;
    metricsKey: () => string;
  },
): Promise<RunningServer> {
  let isStopping = false;
  const unready = () => (isStopping ? 'stopping' : undefined);
  const drain = async (isServing: boolean) => {
    isStopping = true;
    if (isServing && drainSeconds > 0) await sleep(drainSeconds * 1000);
  };
  if (!isMeasured) return { monitor: NO_MONITOR, operations: { unready }, watch: (store) => store, drain };
  const { createMetrics } = await import('./metrics.ts');
  const { monitor, contentType, text } = createMetrics({
    areas: sources.areas,
    openSessions: sources.countSessions,
  });
  return {
    monitor,
    operations: { unready, metrics: { key: sources.metricsKey, contentType, text } },
    watch: (store) => watchStore(store, monitor.storeFailed),
    drain,
  };
}
