import { describe, expect, test } from 'vitest';
import { toPublicAddress } from './public-address.ts';
import { createPublicLocate } from './public-locate.ts';

const names = { url: 'http.publicUrl', views: 'http.viewsUrl', advice: 'Set http.viewsUrl.' };
const at = toPublicAddress(
  { url: 'https://app.example.com/tandem', views: 'https://views.example.com:8443' },
  names,
);
const handle = () => new Response();
const locateFor = createPublicLocate(at, [{ door: 'debug', method: 'GET', path: '/state', handle }], []);
const locate = (host: string | undefined, target: string, forwarded = {}) => {
  const { door, url } = locateFor({ address: '203.0.113.7', ...forwarded })(host, target);
  return `${door} ${url.href}`;
};

describe('a request under the public name', () => {
  test.each([
    ['app.example.com', '/tandem/mcp', 'mcp https://app.example.com/mcp'],
    ['app.example.com:443', '/tandem/sse', 'mcp https://app.example.com/sse'],
    ['APP.example.com', '/tandem', 'page https://app.example.com/'],
    ['app.example.com', '/tandem/state', 'debug https://app.example.com/state'],
    ['views.example.com:8443', '/abc/', 'views https://views.example.com:8443/abc/'],
  ])('%s%s is %s', (host, target, expected) => {
    expect(locate(host, target)).toBe(expected);
  });

  test('is outside above the path, unless the proxy says that it has cut it off', () => {
    expect(() => locate('app.example.com', '/mcp')).toThrow('outside');
    expect(() => locate('app.example.com', '/tandemx/mcp')).toThrow('outside');
    expect(() => locate('app.example.com', '/mcp', { prefix: '/other' })).toThrow('outside');
    expect(locate('app.example.com', '/mcp', { prefix: '/tandem' })).toBe('mcp https://app.example.com/mcp');
  });

  test('may be named by the proxy', () => {
    expect(locate('127.0.0.1:8000', '/tandem/', { host: 'app.example.com' })).toBe(
      'page https://app.example.com/',
    );
    expect(() => locate('app.example.com', '/tandem/', { host: 'evil.example' })).toThrow('evil.example');
  });

  test('must not have come in the clear', () => {
    const http = { proto: 'http' };
    expect(() => locate('app.example.com', '/tandem/', http)).toThrow('came over http');
    expect(() => locate('views.example.com:8443', '/', http)).toThrow('came over http');
    expect(locate('app.example.com', '/tandem/', { proto: 'https' })).toContain('page');
  });

  test.each(['evil.example', 'app.example.com.evil.example', 'views.example.com', undefined])(
    'must have it: %s is refused',
    (host) => {
      expect(() => locate(host, '/tandem/')).toThrow(expect.objectContaining({ code: 'forbidden' }));
    },
  );
});

describe('a program on this machine', () => {
  test('reaches MCP, scripts and what "tandem open" needs, at the root', () => {
    expect(locate('127.0.0.1:8001', '/mcp')).toContain('mcp ');
    expect(locate('localhost:8001', '/tandem/mcp')).toContain('mcp ');
    expect(locate('127.0.0.1:8001', '/state')).toContain('debug ');
    expect(locate('localhost:8000', '/api/proof?nonce=1')).toContain('page ');
  });

  test('gets no pages: those of a proxy that does not pass Host on would be at the wrong origin', () => {
    for (const target of ['/', '/tandem/', '/api/status', '/ws'])
      expect(() => locate('127.0.0.1:8000', target)).toThrow('https://app.example.com/tandem/');
  });
});
