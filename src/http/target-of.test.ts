import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { targetOf } from './target-of.ts';

const request = (url: string | undefined, host = 'localhost:8000') =>
  ({ url, headers: { host } }) as IncomingMessage;

test.each([
  ['/', '/'],
  ['/ws?a=1', '/ws'],
  [undefined, '/'],
  ['//localhost:3000/ws', '//localhost:3000/ws'],
  ['/\\evil.example', '//evil.example'],
  ['/@evil.example/', '/@evil.example/'],
])('%s keeps the host of the Host header', (url, pathname) => {
  expect(targetOf(request(url))).toMatchObject({ origin: 'http://localhost:8000', pathname });
});

test.each(['http://evil.example/', '*', '', '@evil.example/', '.evil.example/', ':1/'])(
  '"%s" is refused: it could name a host of its own',
  (url) => {
    expect(() => targetOf(request(url))).toThrow('must be a path');
  },
);
