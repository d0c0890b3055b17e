import { expect, test } from 'vitest';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import { TandemError } from '../errors.ts';
import { createRequestLimit } from './request-limit.ts';

const agent = createLocalPrincipal({ user: undefined, kind: 'agent' });
const person = createLocalPrincipal({ user: undefined, kind: 'person' });
const other = { ...agent, userId: 'other' };

test('a principal has so many requests a minute, and is told how long to wait', () => {
  const limit = createRequestLimit(2);
  limit(agent);
  limit(agent);
  const error = refusal(() => limit(agent));
  expect(error.code).toBe('rate_limited');
  expect(error.retryAfter).toBe(30);
  expect(error.message).toBe(
    'More than 2 requests a minute for you (mcp.limits.requestsPerMinute). Wait 30 s.',
  );
});

test('a session has as many, whoever of its user asks', () => {
  const limit = createRequestLimit(2);
  limit(agent, 'sess_1');
  limit(person, 'sess_1');
  expect(refusal(() => limit(agent, 'sess_1')).message).toContain('for this session');
  limit(person, 'sess_2');
});

test('users, and the person and the agent of one, are counted apart', () => {
  const limit = createRequestLimit(1);
  limit(agent, 'sess_1');
  limit(other, 'sess_1');
  limit(person);
  expect(refusal(() => limit(other)).code).toBe('rate_limited');
});

function refusal(work: () => void): TandemError {
  try {
    work();
  } catch (error) {
    if (error instanceof TandemError) return error;
    throw error;
  }
  throw new Error('It was let through.');
}
