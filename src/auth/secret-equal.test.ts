import { describe, expect, it } from 'vitest';
import { isSameSecret } from './secret-equal.ts';

describe('isSameSecret', () => {
  it.each([
    ['secret', 'secret', true],
    ['secret', 'secreT', false],
    ['', 'secret', false],
    ['secret', '', false],
    ['secret-and-more', 'secret', false],
    ['\ud800', '\ufffd\ufffd', false],
    ['x'.repeat(1_000_000), 'secret', false],
  ])('compares without throwing (%#)', (given, secret, expected) => {
    expect(isSameSecret(given, secret)).toBe(expected);
  });
});
