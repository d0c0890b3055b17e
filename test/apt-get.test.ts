import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aptGet } from '../scripts/apt-get.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-apt-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** An apt-get that fails this many times with these words, and then succeeds. */
function fakeApt(failures: number, words: string): { env: Record<string, string>; runs(): number } {
  const script = `#!/bin/sh
echo run >> ${dir}/runs
[ $(wc -l < ${dir}/runs) -gt ${failures} ] && exit 0
echo "${words}" >&2
exit 100
`;
  writeFileSync(join(dir, 'apt-get'), script);
  chmodSync(join(dir, 'apt-get'), 0o755);
  return {
    env: { PATH: `${dir}:${process.env.PATH}` },
    runs: () => readFileSync(join(dir, 'runs'), 'utf8').split('\n').length - 1,
  };
}

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)';

test('apt-get is retried while another process uses it', async () => {
  const { env, runs } = fakeApt(2, LOCKED);
  expect(await aptGet(['update'], { env, retryMs: 1 })).toBe(0);
  expect(runs()).toBe(3);
});

test('other failures are not retried', async () => {
  const { env, runs } = fakeApt(2, 'E: Unable to locate package chromium');
  expect(await aptGet(['update'], { env, retryMs: 1 })).toBe(100);
  expect(runs()).toBe(1);
});

test('retries are limited', async () => {
  const { env } = fakeApt(1000, LOCKED);
  expect(await aptGet(['update'], { env, retryMs: 1, patienceMs: 0 })).toBe(100);
});
