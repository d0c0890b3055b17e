import { describe, expect, it } from 'vitest';
import { createSingleUseCodes } from './single-use-codes.ts';

function setUp() {
  const clock = { ms: 0 };
  return { clock, codes: createSingleUseCodes<string>(() => clock.ms) };
}

describe('createSingleUseCodes', () => {
  it('redeems a code once', () => {
    const { codes } = setUp();
    const code = codes.issue('grant');
    expect(code).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(codes.redeem(code)).toBe('grant');
    expect(codes.redeem(code)).toBeUndefined();
  });

  it('knows no other code', () => {
    const { codes } = setUp();
    const code = codes.issue('grant');
    for (const other of ['', 'x', `${code}x`, code.slice(1), '__proto__', 'constructor']) {
      expect(codes.redeem(other)).toBeUndefined();
    }
    expect(codes.redeem(code)).toBe('grant');
  });

  it('forgets a code after five minutes', () => {
    const { clock, codes } = setUp();
    const [early, late] = [codes.issue('early'), codes.issue('late')];
    clock.ms = 299_999;
    expect(codes.redeem(early)).toBe('early');
    clock.ms = 300_000;
    expect(codes.redeem(late)).toBeUndefined();
  });

  it('holds the newest thousand', () => {
    const { codes } = setUp();
    const issued = Array.from({ length: 1001 }, (_, i) => codes.issue(String(i)));
    expect(new Set(issued).size).toBe(1001);
    expect(codes.redeem(issued[0] ?? '')).toBeUndefined();
    expect(codes.redeem(issued[1] ?? '')).toBe('1');
    expect(codes.redeem(issued[1000] ?? '')).toBe('1000');
  });
});
