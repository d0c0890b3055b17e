import { describe, expect, it } from 'vitest';
import { checkHost } from './host-guard.ts';

const loopback = { loopback: true, extraHosts: ['app.example.com'] };
const open = { loopback: false, extraHosts: ['app.example.com', 'API.example.com:8443', '[fe80::1]'] };
const forbidden = expect.objectContaining({ code: 'forbidden' });

describe('checkHost', () => {
  it.each([
    ['localhost', 'localhost'],
    ['localhost:8000', 'localhost'],
    ['LocalHost:8000', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1:65535', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['[::1]:8000', '[::1]'],
  ])('accepts %s on every bind', (header, name) => {
    expect(checkHost(header, loopback)).toBe(name);
    expect(checkHost(header, open)).toBe(name);
  });

  it.each([
    [undefined],
    [''],
    [' '],
    ['evil.com'],
    ['evil.com:8000'],
    ['127.0.0.1.evil.com'],
    ['localhost.evil.com'],
    ['evil.com.localhost'],
    ['foo.localhost'],
    ['localhost@evil.com'],
    ['evil.com@localhost'],
    ['user:pass@localhost:8000'],
    ['localhost.'],
    ['localhost.:8000'],
    ['127.0.0.1.'],
    ['localhost:'],
    ['localhost:0'],
    ['localhost:08000'],
    ['localhost:65536'],
    ['localhost:123456'],
    ['localhost:80:80'],
    ['localhost:80a'],
    ['localhost:-1'],
    [':8000'],
    ['localhost/'],
    ['localhost/.evil.com'],
    ['localhost\\.evil.com'],
    ['localhost#.evil.com'],
    ['localhost?x'],
    ['localhost%00.evil.com'],
    ['localhost\0'],
    ['localhost\n'],
    ['localhost\r\nX: y'],
    ['localhost\t'],
    [' localhost'],
    ['localhost '],
    ['localhost evil.com'],
    ['localhost, evil.com'],
    ['localhost,localhost'],
    [['localhost', 'localhost']],
    ['http://localhost'],
    ['ⓛocalhost'],
    ['localhoſt'],
    ['127.1'],
    ['127.0.0.2'],
    ['0.0.0.0'],
    ['2130706433'],
    ['0x7f000001'],
    ['::1'],
    ['[::1'],
    ['[::1]evil.com'],
    ['[::1].evil.com'],
    ['[::1%25lo]'],
    ['[::ffff:127.0.0.1]'],
    ['[::]'],
    ['a'.repeat(100_000)],
  ])('refuses %j on every bind', (header) => {
    expect(() => checkHost(header, loopback)).toThrow(forbidden);
    expect(() => checkHost(header, open)).toThrow(forbidden);
  });

  it.each([
    ['app.example.com', 'app.example.com'],
    ['APP.example.com:8000', 'app.example.com'],
    ['api.example.com:8443', 'api.example.com'],
    ['[FE80::1]:8000', '[fe80::1]'],
  ])('accepts the configured %s only when bound elsewhere', (header, name) => {
    expect(checkHost(header, open)).toBe(name);
    expect(() => checkHost(header, loopback)).toThrow(forbidden);
  });

  it.each([['api.example.com'], ['api.example.com:80'], ['x.app.example.com'], ['app.example.com.evil.com']])(
    'refuses %s, which only looks like a configured host',
    (header) => {
      expect(() => checkHost(header, open)).toThrow(forbidden);
    },
  );

  it('repeats nothing that did not parse', () => {
    expect(() => checkHost('<script>alert(1)</script>', loopback)).toThrow(
      /^The Host header is missing or malformed/,
    );
    expect(() => checkHost('a'.repeat(300), loopback)).toThrow(/^The Host header is missing or malformed/);
  });
});
