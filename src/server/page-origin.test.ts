import { expect, test } from 'vitest';
import { toPageOrigin } from './page-origin.ts';

test.each([
  ['127.0.0.1', [], 'http://localhost:8000'],
  ['127.0.0.1', ['team.example'], 'http://localhost:8000'],
  ['0.0.0.0', [], 'http://localhost:8000'],
  ['0.0.0.0', ['team.example', 'other.example'], 'http://team.example:8000'],
  ['0.0.0.0', ['team.example:9000'], 'http://team.example:9000'],
  ['0.0.0.0', ['team.example:443'], 'https://team.example'],
])('bound to %s with the names %j, people are sent to %s', (host, hosts, origin) => {
  expect(toPageOrigin({ host, hosts }, 8000)).toBe(origin);
});
