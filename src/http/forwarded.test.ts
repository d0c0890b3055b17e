import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { checkForwarded, createForwardedOf } from './forwarded.ts';

const forwardedOf = createForwardedOf(['127.0.0.1', '10.0.0.0/8']);

function from(remoteAddress: string, headers: IncomingMessage['headers']) {
  return forwardedOf({ headers, socket: { remoteAddress } as IncomingMessage['socket'] });
}

describe('a proxy that is not listed', () => {
  test.each(['192.0.2.1', '::1', '::ffff:192.0.2.1'])('is ignored at %s', (peer) => {
    const headers = {
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/tandem',
      'x-request-id': 'chosen-by-caller',
    };
    expect(from(peer, headers)).toEqual({ address: peer.replace('::ffff:', '') });
  });
});

describe('a proxy that is listed', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    // The caller invented the first one; the proxy appended the second.
    ['127.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.9, 203.0.113.7, 10.0.0.5', '203.0.113.7'],
    ['10.0.0.9, 10.0.0.5', '10.0.0.9'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, <script>', '127.0.0.1'],
    ['', '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ])('says who called: %j is %s', (chain, address) => {
    expect(from('::ffff:127.0.0.1', { 'x-forwarded-for': chain }).address).toBe(address);
  });

  test('says under which name, and passes on a request id that can be logged', () => {
    const headers = { 'x-forwarded-host': 'app.example.com', 'x-forwarded-proto': 'HTTPS' };
    const said = { host: 'app.example.com', proto: 'https' };
    expect(from('10.1.2.3', { ...headers, 'x-request-id': 'abc-123456' })).toMatchObject({
      ...said,
      requestId: 'abc-123456',
    });
    expect(from('10.1.2.3', { ...headers, 'x-request-id': 'a b\n' }).requestId).toBeUndefined();
  });

  test('must not append to what the caller sent', () => {
    for (const name of ['host', 'proto', 'prefix'])
      expect(() => checkForwarded(from('127.0.0.1', { [`x-forwarded-${name}`]: 'a, b' }))).toThrow(
        'more than one value',
      );
    expect(() => checkForwarded(from('192.0.2.1', { 'x-forwarded-host': 'a, b' }))).not.toThrow();
  });
});
