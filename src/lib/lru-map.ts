export interface LruMapOptions<V> {
  /** How many entries are kept. */
  max: number;
  /** False for a value that must stay although it was not used for long. */
  canEvict?(value: V): boolean;
  onEvict?(value: V): void;
}

/**
 * A map that drops the least recently used entry when it is full. Reading an entry counts as using it.
 * By hand: sixty lines without a dependency, and `canEvict`, which the usual libraries lack.
 */
export class LruMap<K, V> {
  readonly #options: LruMapOptions<V>;
  /** Least recently used first. */
  readonly #entries = new Map<K, V>();

  constructor(options: LruMapOptions<V>) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#options.max) this.#evictOne();
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Least recently used first. */
  entries(): [K, V][] {
    return [...this.#entries];
  }

  /** Least recently used first. */
  values(): V[] {
    return [...this.#entries.values()];
  }

  #evictOne(): void {
    const { canEvict, onEvict } = this.#options;
    for (const [key, value] of this.#entries) {
      if (canEvict && !canEvict(value)) continue;
      this.#entries.delete(key);
      onEvict?.(value);
      return;
    }
  }
}
