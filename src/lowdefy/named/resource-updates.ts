import type { Notifier } from '../../area/notifier.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { NamedResource } from './named-resource.ts';

/** Addresses with parameters are known from being read; of so many, the most recent ones are kept. */
const MAX_ADDRESSES = 500;

/** Notifies subscribers of resources whose data may have changed: by a write, or because it is time. */
export class ResourceUpdates {
  notify: Notifier | undefined;
  readonly #read = new LruMap<string, string>({ max: MAX_ADDRESSES });
  readonly #timers = new Map<string, { refreshMs: number; timer: NodeJS.Timeout }>();
  /** The resources of each app, by their address without parameters. */
  readonly #known = new Map<string, Map<string, NamedResource>>();

  /** The resources that an app has now. */
  know(app: string, resources: ReadonlyMap<string, NamedResource>): void {
    this.#known.set(app, new Map(resources));
    for (const [base, { refreshMs }] of resources) this.#tick(base, refreshMs);
  }

  /** Somebody read this address, and may have subscribed to it. */
  seen(uri: string, base: string): void {
    this.#read.set(uri, base);
  }

  /** A request of an app has written to these connections. */
  written(app: string, connectionIds: readonly string[]): void {
    for (const [base, { connections }] of this.#known.get(app) ?? [])
      if (connections.some((id) => connectionIds.includes(id))) this.#update(base);
  }

  close(): void {
    for (const { timer } of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
  }

  #tick(base: string, refreshMs: number | undefined): void {
    const before = this.#timers.get(base);
    if (before?.refreshMs === refreshMs) return;
    if (before) clearInterval(before.timer);
    this.#timers.delete(base);
    if (refreshMs === undefined) return;
    const timer = setInterval(() => this.#update(base), refreshMs).unref();
    this.#timers.set(base, { refreshMs, timer });
  }

  #update(base: string): void {
    const read = [...this.#read.entries()].filter(([, of]) => of === base).map(([uri]) => uri);
    for (const uri of new Set([base, ...read])) this.notify?.resourceUpdated(uri);
  }
}
