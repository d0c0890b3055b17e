import { expect, test } from 'vitest';
import { withoutKeys } from './without-keys.ts';

const env = {
  ANTHROPIC_API_KEY: 'plain-words-as-a-key',
  MY_TOKEN: 'short',
  HOME: '/home/ann',
  EMPTY_KEY: '',
};

test.each([
  ['Incorrect API key provided: sk-proj-abc_DEF-123456.', 'Incorrect API key provided: ••••.'],
  ['key sk-ant-api03-AbCdEf0123456789 refused', 'key •••• refused'],
  ['Incorrect key: sk-1234*****6789', 'Incorrect key: ••••'],
  ['key AIzaSyA1234567890abcdefghijklmnopqrstuv is wrong', 'key •••• is wrong'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer ••••'],
  ['{"x-api-key":"abc","a":1}', '{"x-api-key":"••••","a":1}'],
  ['{ authorization: "Basic YWJj", a: 1 }', '{ authorization: "••••", a: 1 }'],
  ['POST https://example.com/v1?key=abc123&alt=sse', 'POST https://example.com/v1?key=••••&alt=sse'],
  ['https://ann:pass@example.com/x', 'https://••••@example.com/x'],
  ['refused: plain-words-as-a-key', 'refused: ••••'],
])('takes keys out: %s', (text, shown) => {
  expect(withoutKeys(text, env)).toBe(shown);
});

test.each([
  'the task-list of sk-y is at /home/ann',
  'a short story about keys: key and token',
  'open http://localhost:3000/?page=1&monkey=2',
  'Basically, the bearer of bad news',
])('leaves alone: %s', (text) => {
  expect(withoutKeys(text, env)).toBe(text);
});
