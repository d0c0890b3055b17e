import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TandemError } from '../../errors.ts';
import { createLogger } from '../../lib/logger.ts';
import { loadApp } from '../app/load-app.ts';

let dir: string;
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const log = createLogger('silent');
const HEAD = 'lowdefy: 4.0.0-rc.11\n';
const PAGE = `${HEAD}pages:\n  - id: home\n    type: Box\n`;

function makeFiles(files: Record<string, string>): void {
  dir = mkdtempSync(join(tmpdir(), 'tandem-broken-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

async function failure(files: Record<string, string>): Promise<TandemError> {
  makeFiles(files);
  const error: unknown = await loadApp({ dir, log, env: {} }).catch((thrown: unknown) => thrown);
  if (!(error instanceof TandemError)) throw new Error('It did not fail as expected.', { cause: error });
  return error;
}

describe('a build that fails', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'broken lowdefy.yaml',
      { 'lowdefy.yaml': `${HEAD}pages:\n  - id: [a\n` },
      ['lowdefy.yaml:', 'not valid YAML'],
    ],
    [
      'broken YAML in a reference',
      {
        'lowdefy.yaml': `${HEAD}pages:\n  - _ref: a.yaml\n`,
        'a.yaml': 'id: a\ntype: b: c\n',
        'z.yaml': 'x: [\n',
      },
      ['a.yaml:2: not valid YAML'],
    ],
    [
      'broken JSON in a reference',
      { 'lowdefy.yaml': `${HEAD}pages:\n  - _ref: a.json\n`, 'a.json': '{"id": }' },
      ['a.json: not valid JSON'],
    ],
    ['no version', { 'lowdefy.yaml': 'pages: []\n' }, ['lowdefy.yaml: the key "lowdefy" is missing']],
    [
      'a missing file',
      {
        'lowdefy.yaml': `${HEAD}pages:\n  - _ref: pages/hom.yaml\n`,
        'pages/home.yaml': 'id: a\ntype: Box\n',
      },
      [
        'lowdefy.yaml:3: _ref names the file "pages/hom.yaml", which does not exist. Did you mean "pages/home.yaml"?',
      ],
    ],
    [
      'two pages with one id',
      { 'lowdefy.yaml': `${PAGE}  - _ref: b.yaml\n`, 'b.yaml': 'id: home\ntype: Box\n' },
      ['two pages with the id "home"', 'lowdefy.yaml:3', 'b.yaml:1'],
    ],
    [
      'a block without a type',
      { 'lowdefy.yaml': `${PAGE}    blocks:\n      - id: lost\n` },
      ['"lost"', 'page "home"', 'lowdefy.yaml:6'],
    ],
    ['pages that are no list', { 'lowdefy.yaml': `${HEAD}pages: 3\n` }, ['lowdefy.pages is not an array']],
  ])('says where and what: %s', async (_, files, parts) => {
    const error = await failure(files);
    expect(error.code).toBe('invalid_config');
    for (const part of parts) expect(error.message).toContain(part);
    expect(error.message.split('\n')).toHaveLength(1);
  });

  it('leaves nothing behind and does not count as built', async () => {
    await failure({ 'lowdefy.yaml': `${PAGE}  - id: home\n    type: Box\n` });
    expect(readdirSync(join(dir, '.lowdefy/tandem'))).toEqual([]);
  });
});

describe('a build with unknown types', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'unknown block type',
      { 'lowdefy.yaml': `${PAGE}    blocks:\n      - id: go\n        type: Buton\n` },
      [
        'has no block type "Buton"',
        'the block "go" on page "home" (lowdefy.yaml:6)',
        'Did you mean "Button"?',
        'plugins:',
      ],
    ],
    [
      'unknown page type in a reference',
      { 'lowdefy.yaml': `${HEAD}pages:\n  - _ref: p/a.yaml\n`, 'p/a.yaml': 'id: a\ntype: PageX_of_Plugin\n' },
      ['has no block type "PageX_of_Plugin"', '"a" (p/a.yaml:1)'],
    ],
    [
      'unknown action type',
      {
        'lowdefy.yaml': `${PAGE}    events:\n      onInit:\n        - id: set\n          type: SetStates\n`,
      },
      [
        'has no action type "SetStates"',
        'the action "set" on page "home" (lowdefy.yaml:7)',
        'Did you mean "SetState"?',
      ],
    ],
    [
      'unknown connection type',
      { 'lowdefy.yaml': `${PAGE}connections:\n  - id: db\n    type: Knexx\n` },
      ['has no connection type "Knexx"', 'the connection "db" (lowdefy.yaml:6)', 'Did you mean "Knex"?'],
    ],
    [
      'unknown request type',
      {
        'lowdefy.yaml': `${PAGE}    requests:\n      - id: r\n        type: KnexRow\n        connectionId: db\n`,
      },
      ['has no request type "KnexRow"', 'the request "r" on page "home"', 'Did you mean "KnexRaw"?'],
    ],
    [
      'a plugin that is not installed',
      {
        'lowdefy.yaml': `${PAGE}    blocks: [{ id: x, type: Star }]\nplugins:\n  - name: star-plugin\n    version: 2.0.0\n`,
      },
      ['the plugin "star-plugin", which is not installed', 'npm install star-plugin@2.0.0'],
    ],
  ])('is finished, and says where and what: %s', async (_, files, parts) => {
    makeFiles(files);
    // Also when it is found in the cache.
    for (let time = 0; time < 2; time++) {
      const lines: string[] = [];
      const app = await loadApp({ dir, log: { ...log, warn: (text) => void lines.push(text) }, env: {} });
      await app.close();
      const told = lines.filter((line) => line.includes('type "'));
      expect(told).toHaveLength(1);
      for (const part of parts) expect(told[0]).toContain(part);
    }
  });
});
