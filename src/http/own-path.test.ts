import { describe, expect, it } from 'vitest';
import { toOwnPath } from './own-path.ts';

const origin = 'http://localhost:8000';

describe('toOwnPath', () => {
  it.each([
    ['/', '/'],
    ['/ask/1?x=1&y=/a#b', '/ask/1?x=1&y=/a#b'],
    ['/a/../b', '/b'],
    ['/.//evil.example', '/evil.example'],
    ['/a/..//evil.example', '/evil.example'],
  ])('%j is %j', (path, expected) => {
    expect(toOwnPath(path, origin)).toBe(expected);
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'ask',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
  ])('%j leads elsewhere', (path) => {
    expect(toOwnPath(path, origin)).toBeUndefined();
  });
});
