import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

function setUp(perMinute: number) {
  const clock = { ms: 1_000_000 };
  const limiter = createRateLimiter({ perMinute, now: () => clock.ms });
  const takeAll = (key: string) => {
    let taken = 0;
    while (limiter.take(key) === 0) taken++;
    return taken;
  };
  return { clock, limiter, takeAll };
}

describe('createRateLimiter', () => {
  it('allows a minute of calls at once, then one per refill', () => {
    const { clock, limiter, takeAll } = setUp(60);
    expect(takeAll('a')).toBe(60);
    expect(limiter.take('a')).toBe(1);
    clock.ms += 999;
    expect(limiter.take('a')).toBe(1);
    clock.ms += 1;
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(1);
  });

  it('keeps keys apart', () => {
    const { limiter, takeAll } = setUp(5);
    takeAll('a');
    expect(limiter.take('b')).toBe(0);
  });

  it.each([[1], [2], [3], [7], [59], [60], [600], [601], [0.5]])(
    'tells a time that is enough and not too long (%d a minute)',
    (perMinute) => {
      const { clock, limiter, takeAll } = setUp(perMinute);
      takeAll('a');
      for (let i = 0; i < 50; i++) {
        const wait = limiter.take('a');
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(1);
        expect(wait).toBeLessThanOrEqual(Math.ceil(60 / perMinute));
        clock.ms += wait * 1000;
        expect(limiter.take('a')).toBe(0);
        takeAll('a');
      }
    },
  );

  it('loses nothing to rounding when asked in between', () => {
    const { clock, limiter, takeAll } = setUp(60);
    takeAll('a');
    for (let i = 0; i < 9; i++) {
      clock.ms += 100;
      expect(limiter.take('a')).toBe(1);
    }
    clock.ms += 100;
    expect(limiter.take('a')).toBe(0);
  });

  it('does not punish asking again', () => {
    const { clock, limiter, takeAll } = setUp(60);
    takeAll('a');
    for (let i = 0; i < 1000; i++) limiter.take('a');
    clock.ms += 1000;
    expect(limiter.take('a')).toBe(0);
  });

  it('never holds more than a minute of calls', () => {
    const { clock, limiter, takeAll } = setUp(10);
    limiter.take('a');
    clock.ms += 3_600_000;
    expect(takeAll('a')).toBe(10);
  });

  it('bears a clock that is set back', () => {
    const { clock, limiter, takeAll } = setUp(10);
    limiter.take('a');
    clock.ms -= 500_000;
    expect(takeAll('a')).toBe(9);
  });

  it('forgets idle keys', () => {
    const { clock, limiter } = setUp(10);
    for (let i = 0; i < 100; i++) limiter.take(`k${i}`);
    clock.ms += 30_000;
    limiter.take('k99');
    expect(limiter.size).toBe(100);
    clock.ms += 30_000;
    limiter.take('other');
    expect(limiter.size).toBe(2);
  });

  it('is bounded however many keys come at once, and keeps the busy ones', () => {
    const { limiter, takeAll } = setUp(10);
    takeAll('busy');
    for (let i = 0; i < 30_000; i++) {
      limiter.take(`k${i}`);
      if (i % 5000 === 0) limiter.take('busy');
    }
    expect(limiter.size).toBe(10_000);
    expect(limiter.take('busy')).toBeGreaterThan(0);
  });

  it.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %d a minute', (perMinute) => {
    expect(() => createRateLimiter({ perMinute })).toThrow(RangeError);
  });
});
