const MINUTE_MS = 60_000;
const MAX_BUCKETS = 10_000;

export interface RateLimiter {
  /** 0 when allowed, otherwise whole seconds until another try can succeed. */
  take(key: string): number;
  /** What `take` would answer now, without taking. */
  waitOf(key: string): number;
  /** How many keys are remembered. */
  readonly size: number;
}

/** A token bucket per key: bursts up to a minute's worth, refilled all the time. */
export function createRateLimiter(options: { perMinute: number; now?: () => number }): RateLimiter {
  const { perMinute, now = Date.now } = options;
  if (!(Number.isFinite(perMinute) && perMinute > 0)) throw new RangeError('perMinute must be above 0');
  // A rate under one a minute still has to let one through.
  const capacity = Math.max(1, perMinute);
  const fillMs = (capacity / perMinute) * MINUTE_MS;
  /** Least recently used first. */
  const buckets = new Map<string, { tokens: number; at: number }>();

  function dropIdle(time: number): void {
    for (const [key, { at }] of buckets) {
      // An untouched bucket is full after this time, and a full one is the same as none.
      if (time - at < fillMs && buckets.size <= MAX_BUCKETS) return;
      buckets.delete(key);
    }
  }

  return {
    get size() {
      return buckets.size;
    },
    take(key) {
      const time = now();
      const tokens = tokensOf(key, time);
      const wait = waitFor(tokens);
      buckets.delete(key);
      buckets.set(key, { tokens: wait === 0 ? Math.max(0, tokens - 1) : tokens, at: time });
      dropIdle(time);
      return wait;
    },
    waitOf: (key) => waitFor(tokensOf(key, now())),
  };

  function tokensOf(key: string, time: number): number {
    const bucket = buckets.get(key) ?? { tokens: capacity, at: time };
    // A clock set back must not take tokens away.
    const refill = (Math.max(0, time - bucket.at) / MINUTE_MS) * perMinute;
    return Math.min(capacity, bucket.tokens + refill);
  }

  function waitFor(tokens: number): number {
    // Rounding: a caller who waited as long as told must not lack a billionth of a token.
    return tokens > 1 - 1e-9 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60));
  }
}
