import { describe, expect, test } from 'vitest';
import { createMountedLocate, isMountedAt, toMountPoint } from './mounted-site.ts';

const at = toMountPoint({
  url: 'https://app.example.com/my/tandem/',
  viewsOrigin: 'https://views.example.com:8443',
});
const locate = createMountedLocate(at, [{ door: 'debug', method: 'GET', path: '/state', handle }], ['inner']);

function handle(): Response {
  return new Response();
}

describe('where a request goes', () => {
  test.each([
    ['app.example.com', '/my/tandem', 'page', 'https://app.example.com/'],
    ['app.example.com:443', '/my/tandem/', 'page', 'https://app.example.com/'],
    ['app.example.com', '/my/tandem/asks/1?a=b', 'page', 'https://app.example.com/asks/1?a=b'],
    ['inner', '/my/tandem/asks', 'page', 'https://app.example.com/asks'],
    ['localhost:3000', '/my/tandem/mcp', 'mcp', 'https://app.example.com/mcp'],
    ['app.example.com', '/my/tandem/state', 'debug', 'https://app.example.com/state'],
    ['app.example.com', '/my/tandem//evil.example/', 'page', 'https://app.example.com//evil.example/'],
    ['views.example.com:8443', '/1/', 'views', 'https://views.example.com:8443/1/'],
    ['views.example.com:8443', '/mcp', 'views', 'https://views.example.com:8443/mcp'],
    ['views.example.com:8443', '/my/tandem/mcp', 'views', 'https://views.example.com:8443/my/tandem/mcp'],
  ])('%s%s: %s', (host, target, door, href) => {
    const found = locate(host, target);
    expect([found.door, found.url.href]).toEqual([door, href]);
  });

  test.each([
    ['app.example.com', '/my/tandemonium'],
    ['app.example.com', '/mcp'],
    ['app.example.com', '/my/tandem/../../mcp'],
    ['app.example.com', '/my/tandem/%2e%2e/mcp'],
  ])('%s%s is outside', (host, target) => {
    expect(() => locate(host, target)).toThrow('is outside');
  });

  // The same name at another port is not the origin of views.
  const strangers = ['evil.example', 'app.example.com.evil.example', 'views.example.com', undefined];
  test.each(strangers)('as %s it is refused', (host) => {
    expect(() => locate(host, '/my/tandem/')).toThrow(/Host|host/);
  });
});

test.each([
  ['app.example.com', '/my/tandem/ws', true],
  ['evil.example', '/my/tandem/ws', true],
  ['views.example.com:8443', '/ws/1', true],
  ['app.example.com', '/socket.io', false],
  ['app.example.com', 'http://[', false],
])('a WebSocket of %s%s is ours: %s', (host, target, isOurs) => {
  expect(isMountedAt(at, host, target)).toBe(isOurs);
});

describe('the mount point', () => {
  test('may be the root', () => {
    expect(toMountPoint({ url: 'http://localhost:3000' })).toMatchObject({ base: '', views: undefined });
  });

  test.each([
    'app.example.com/tandem',
    '/tandem',
    'ftp://app.example.com/tandem',
    'https://ann:secret@app.example.com/tandem',
    'https://app.example.com/tandem?x',
    'https://app.example.com/a%20b',
    'https://app.example.com/"onclick',
  ])('is not %s', (url) => {
    expect(() => toMountPoint({ url })).toThrow('url must be the public address');
  });

  test('has views at another origin', () => {
    const url = 'https://app.example.com/tandem';
    expect(() => toMountPoint({ url, viewsOrigin: 'https://app.example.com' })).toThrow('must differ');
    expect(() => toMountPoint({ url, viewsOrigin: 'https://v.example.com/a' })).toThrow('without a path');
    expect(() => toMountPoint({ url }).toDoors()).toThrow('Set viewsOrigin in mount()');
    expect(at.toDoors()).toEqual({ views: 'https://views.example.com:8443', mcpPort: 443 });
  });
});
