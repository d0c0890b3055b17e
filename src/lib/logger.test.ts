import { expect, test } from 'vitest';
import { toInternalError } from './internal-error.ts';
import { createLogger } from './logger.ts';
import { inRequest } from './request-context.ts';

function json() {
  const lines: string[] = [];
  const log = createLogger('debug', (line) => void lines.push(line), 'json');
  return { log, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('as JSON, every message is one object on one line', () => {
  const { log, parsed } = json();
  log.info('two\nlines');
  log.warn('with a detail', { nested: { a: 1 } });
  log.error('failed', new Error('why', { cause: new Error('because') }));
  expect(parsed()).toEqual([
    { time: expect.any(String), level: 'info', message: 'two\nlines' },
    { time: expect.any(String), level: 'warn', message: 'with a detail', detail: '{"nested":{"a":1}}' },
    {
      time: expect.any(String),
      level: 'error',
      message: 'failed',
      detail: expect.stringMatching(/^Error: why.*caused by: .*because/s),
    },
  ]);
});

test('flat details are fields, and cannot pass for the line itself', () => {
  const { log, parsed } = json();
  log.info('request', { path: '/mcp', ms: 3, user: undefined, level: 'error', time: 'never' });
  expect(parsed()).toEqual([
    { path: '/mcp', ms: 3, time: expect.stringMatching(/^\d{4}-/), level: 'info', message: 'request' },
  ]);
});

test('keys and tokens are hidden in every field', () => {
  const { log, parsed } = json();
  log.info('Bearer abcdefgh', { path: '/x?token=abcdefgh', cookie: 'abcdefgh', note: 'Bearer abcdefgh' });
  log.info('nested', { headers: { cookie: 'abcdefgh' } });
  log.info('text', 'Bearer abcdefgh');
  expect(parsed()).toHaveLength(3);
  expect(JSON.stringify(parsed())).not.toContain('abcdefgh');
});

test('the id of a request is in its lines, and in the error that its caller gets', async () => {
  const { log, parsed } = json();
  const shown = await inRequest({ id: 'req_1234' }, async () => {
    await Promise.resolve();
    return toInternalError(new Error('secret detail'), 'over http', log);
  });
  expect(shown).toBe("Internal error req_1234. The server's log has the details under this id.");
  expect(parsed()).toMatchObject([
    { requestId: 'req_1234', detail: expect.stringContaining('secret detail') },
  ]);
  expect(toInternalError(new Error('x'), 'on stdio', log)).toMatch(/^Internal error err_\w{8}\./);
});
