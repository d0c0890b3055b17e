import type { Notifier } from '../../area/notifier.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { NamedResource } from './named-resource.ts';

/** Addresses with parameters are known from being read; of so many, the most recent ones are kept. */
const MAX_ADDRESSES = 500;

/** Notifies subscribers of resources whose data may have changed: by a write, or because it is time. */
export class ResourceUpdates {
  notify: Notifier | undefined;
  #isClosed = false;
  readonly #read = new LruMap<string, string>({ max: MAX_ADDRESSES });
  /** Of protected pages: who may read them, as far as they have asked. */
  readonly #users = new Map<string, Set<string>>();
  readonly #timers = new Map<string, { refreshMs: number; timer: NodeJS.Timeout }>();
  /** The resources of each app, by their address without parameters. */
  readonly #known = new Map<string, Map<string, NamedResource>>();

  /** The resources that an app has now. */
  know(app: string, resources: ReadonlyMap<string, NamedResource>): void {
    if (this.#isClosed) return;
    const before = this.#known.get(app) ?? new Map<string, NamedResource>();
    this.#known.set(app, new Map(resources));
    for (const base of new Set([...before.keys(), ...resources.keys()])) this.#tick(app, base);
  }

  /** Whether a user may read a resource, and so hear about it. */
  allow(userId: string, base: string, isAllowed: boolean): void {
    const users = this.#users.get(base) ?? new Set();
    if (isAllowed) users.add(userId);
    else users.delete(userId);
    this.#users.set(base, users);
  }

  /** Somebody read this address, and may have subscribed to it. */
  seen(uri: string, base: string): void {
    this.#read.set(uri, base);
  }

  /** A request of an app has written to these connections. */
  written(app: string, connectionIds: readonly string[]): void {
    for (const [base, resource] of this.#known.get(app) ?? [])
      if (resource.connections.some((id) => connectionIds.includes(id))) this.#update(base, resource);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
  }

  #tick(app: string, base: string): void {
    const now = () => this.#known.get(app)?.get(base);
    const refreshMs = now()?.refreshMs;
    const before = this.#timers.get(base);
    if (before?.refreshMs === refreshMs) return;
    if (before) clearInterval(before.timer);
    this.#timers.delete(base);
    if (refreshMs === undefined) return;
    const timer = setInterval(() => {
      const resource = now();
      if (resource) this.#update(base, resource);
    }, refreshMs).unref();
    this.#timers.set(base, { refreshMs, timer });
  }

  /** That something of a page has changed is for those who may open the page. */
  #update(base: string, { query }: NamedResource): void {
    const read = [...this.#read.entries()].filter(([, of]) => of === base).map(([uri]) => uri);
    const listeners = query.auth.public
      ? [{}]
      : [...(this.#users.get(base) ?? [])].map((userId) => ({ userId }));
    for (const uri of new Set([base, ...read]))
      for (const listener of listeners) this.notify?.resourceUpdated(uri, listener);
  }
}
