import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Area } from '../area/area.ts';
import type { Monitor } from '../lib/monitor.ts';

/** From a cached answer to a call that runs into its limit. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Metrics {
  monitor: Monitor;
  contentType: string;
  /** In Prometheus' text format. */
  text(): Promise<string>;
}

/** What this process has done since it started, and what it holds now. */
export function createMetrics(sources: {
  areas: () => readonly Area[];
  /** Undefined where counting would take too long. */
  openSessions: () => Promise<number | undefined>;
}): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'tandem_calls_total',
    help: 'Rounds of tool calls, by tool and outcome: ok, asked, error, refused, internal, or an error code',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'tandem_call_duration_seconds',
    help: 'How long rounds of tool calls took',
    labelNames: ['tool'],
    buckets: SECONDS,
    registers,
  });
  const requests = new Counter({
    name: 'tandem_http_requests_total',
    help: 'HTTP requests and WebSocket upgrades, by status',
    labelNames: ['status'],
    registers,
  });
  const sockets = new Gauge({
    name: 'tandem_sockets_open',
    help: 'WebSockets and event streams of pages',
    registers,
  });
  const storeErrors = new Counter({
    name: 'tandem_store_errors_total',
    help: 'Operations of the session store that failed',
    labelNames: ['operation'],
    registers,
  });
  new Gauge({
    name: 'tandem_sessions_open',
    help: 'Open sessions in the store, of all users; absent where there are too many users to count',
    registers,
    async collect() {
      const count = await sources.openSessions().catch(() => undefined);
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  const gauges = new Map<string, Gauge>();
  const showAreas = () => {
    for (const { name, help, value } of sources.areas().flatMap((area) => area.gauges?.() ?? [])) {
      const gauge = gauges.get(name) ?? new Gauge({ name: `tandem_${name}`, help, registers });
      gauges.set(name, gauge);
      gauge.set(value);
    }
  };
  return {
    contentType: registry.contentType,
    text() {
      showAreas();
      return registry.metrics();
    },
    monitor: {
      call(tool, outcome, seconds) {
        calls.inc({ tool, outcome });
        durations.observe({ tool }, seconds);
      },
      request: (status) => requests.inc({ status }),
      socketOpened() {
        sockets.inc();
        return () => sockets.dec();
      },
      storeFailed: (operation) => storeErrors.inc({ operation }),
    },
  };
}
