import { expect, test } from 'vitest';
import { hostGrant } from './host-grant.ts';

const HOSTS = [
  'example.org',
  'Api.Example.org:8443',
  'localhost:3000',
  '[::1]:80',
  'bücher.example',
  '*',
  '*.wild.example',
];

test.each([
  ['http://example.org/a?b', undefined],
  ['https://EXAMPLE.org', undefined],
  ['https://example.org:443/', undefined],
  ['https://api.example.org:8443/x', undefined],
  ['http://localhost:3000', undefined],
  ['http://[::1]/', undefined],
  ['https://xn--bcher-kva.example/', undefined],
  ['http://example.org:8080/', 'network: [example.org:8080]'],
  ['https://api.example.org/', 'network: [api.example.org]'],
  ['https://localhost/', 'network: [localhost]'],
  ['http://sub.example.org/', 'network: [sub.example.org]'],
  ['http://example.org.evil.example/', 'network: [example.org.evil.example]'],
  ['http://a.wild.example/', 'network: [a.wild.example]'],
  ['http://example.org@evil.example/', 'cannot carry a password'],
  ['http://evil.example#@example.org', 'network: [evil.example]'],
  ['http://evil.example\\@example.org', 'network: [evil.example]'],
  ['http://2130706433:3000/', 'network: [127.0.0.1:3000]'],
  ['file:///etc/passwd', 'only http:// and https://'],
  ['data:text/plain,x', 'only http:// and https://'],
  ['no url', 'is not a URL'],
])('%s', (url, problem) => {
  const got = hostGrant(url, HOSTS);
  if (problem === undefined) expect(got).toBeUndefined();
  else expect(got).toContain(problem);
});

test('an empty list allows nothing', () => {
  expect(hostGrant('http://example.org', [])).toContain('permissions.network: [example.org] in tandem.yaml');
});
