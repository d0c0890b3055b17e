import { expect, test } from 'vitest';
import { targetOf } from './target-of.ts';

const ORIGIN = 'http://localhost:8000';

test.each([
  ['/', '/'],
  ['/ws?a=1', '/ws'],
  [undefined, '/'],
  ['//localhost:3000/ws', '//localhost:3000/ws'],
  ['/\\evil.example', '//evil.example'],
  ['/@evil.example/', '/@evil.example/'],
])('%s keeps the host of the Host header', (url, pathname) => {
  expect(targetOf(url, ORIGIN)).toMatchObject({ origin: ORIGIN, pathname });
});

test.each(['http://evil.example/', '*', '', '@evil.example/', '.evil.example/', ':1/'])(
  '"%s" is refused: it could name a host of its own',
  (url) => {
    expect(() => targetOf(url, ORIGIN)).toThrow('must be a path');
  },
);
