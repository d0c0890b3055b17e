import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../src/lib/logger.ts';
import { readBuild } from '../src/lowdefy/build/read-build.ts';
import { checkConfig } from '../src/lowdefy/check/check-config.ts';
import type { ConfigFinding } from '../src/lowdefy/check/config-finding.ts';
import { RULES } from '../src/lowdefy/check/rules.ts';
import { GENERATION_4_5, GENERATION_5, installRecorded } from './fixtures/generations/install-generation.ts';
import { toChecksReference } from './mistakes/checks-reference.ts';
import { MISTAKES, type Mistake } from './mistakes/mistakes.ts';

const here = import.meta.dirname;
const log = createLogger('silent');
const made = mkdtempSync(join(tmpdir(), 'tandem-mistakes-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));

const APPS = {
  shop: { dir: join(here, 'mistakes/app') },
  '4.7': recorded('lowdefy-4.7.3'),
  '5': recorded('lowdefy-5.3.0'),
};

function recorded(name: string) {
  const folder = join(here, 'fixtures/recorded', name);
  return { dir: join(folder, 'app'), built: readBuild(join(folder, 'build')) };
}

function check(app: keyof typeof APPS, dir: string): Promise<ConfigFinding[]> {
  return checkConfig({ ...APPS[app], dir, log, roles: ['manager'] });
}

/** The app with the mistake, in a folder of its own. */
function makeMistake({ app, file, find, put }: Mistake, name: string): string {
  const dir = join(made, name);
  cpSync(APPS[app].dir, dir, { recursive: true, filter: (path) => !path.includes('.lowdefy') });
  const text = readFileSync(join(dir, file), 'utf8');
  expect(text.split(find)).toHaveLength(2);
  writeFileSync(join(dir, file), text.replace(find, put));
  return dir;
}

const titled = MISTAKES.map((mistake, i) => ({
  ...mistake,
  i,
  title: `${mistake.file}: ${mistake.find.trim()} → ${mistake.put.trim()}`.replaceAll(/\s+/g, ' '),
}));

test.each(titled)('$code: $title', async (mistake) => {
  const { app, file, at, code, suggestion, i } = mistake;
  const dir = makeMistake(mistake, String(i));
  const findings = await check(app, dir);
  const place = typeof at === 'number' ? `${file}:${at}` : at;
  const found = findings.filter((one) => one.code === code);
  expect(found.map((one) => `${one.file}:${one.line} ${one.suggestion ?? ''}`)).toContain(
    `${place} ${suggestion ?? ''}`,
  );
  if (typeof at !== 'number') return;
  // The line that was changed is the line that is reported.
  const [before, after] = [APPS[app].dir, dir].map((one) =>
    readFileSync(join(one, file), 'utf8').split('\n'),
  );
  expect(after?.[at - 1]).not.toBe(before?.[at - 1]);
});

test('every rule is tried', () => {
  const tried = new Set(MISTAKES.map(({ code }) => code));
  expect(RULES.map(({ code }) => code).filter((code) => !tried.has(code))).toEqual([]);
  expect(MISTAKES.length).toBeGreaterThanOrEqual(60);
});

/** The valid apps of this repository, and the mistakes that their tests need. */
const VALID: Record<string, string[]> = {
  'examples/invoices': [],
  'examples/cluster/app': [],
  'examples/embed/lowdefy/bakery': [],
  'parity/apps/first': [],
  'parity/apps/agents': [],
  'parity/apps/forms': ['rules.yaml:130 unknown-method'],
  'test/mistakes/app': [],
  'test/tokens/app': [],
  'test/fixtures/recorded/lowdefy-4.7.3/app': [],
  'test/fixtures/recorded/lowdefy-5.3.0/app': [],
  'test/integration/named/app': [],
  'test/integration/lowdefy/app': ['pages/links.yaml:132 unknown-page'],
  'test/integration/lowdefy/components': [],
  'test/integration/lowdefy/reading': [],
};

test.each(Object.entries(VALID))('no error that is none in %s', async (dir, expected) => {
  const findings = await checkConfig({ dir: join(here, '..', dir), log });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual(expected);
});

test.each([GENERATION_4_5, GENERATION_5])(
  'no error where only the engine of $version is installed, and the types of another version',
  async (words) => {
    const dir = join(made, `lowdefy-${words.version}`);
    mkdirSync(dir);
    installRecorded(dir, words);
    const findings = await checkConfig({ dir, log });
    expect(findings.map(({ code }) => code)).toEqual(['missing-database']);
  },
);

test('there is nothing at all to say about an app without a mistake', async () => {
  expect(await check('shop', APPS.shop.dir)).toEqual([]);
});

test('docs/reference/checks.md lists every rule; if it is stale, run this with UPDATE_GOLDEN=1', () => {
  const file = join(here, '../docs/reference/checks.md');
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, toChecksReference());
  expect(readFileSync(file, 'utf8')).toBe(toChecksReference());
});
