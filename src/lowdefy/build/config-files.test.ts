import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load, makeApp, recordLog, write } from '../../../test/fixtures/contacts-app.ts';
import { readConfigFiles, shownName } from './config-files.ts';
import { writeConfigCopy } from './write-config-copy.ts';

const MAIN = 'lowdefy: 4.0.0-rc.11\npages:\n';

/** An app in a repository, with other folders next to it. */
function makeRepository(files: Record<string, string>): { root: string; dir: string } {
  const root = realpathSync(makeApp(files));
  return { root, dir: join(root, 'app') };
}

function copyOf(dir: string) {
  const { files, folders } = readConfigFiles(dir);
  const root = realpathSync(makeApp({}));
  const copy = writeConfigCopy(dir, files, root);
  return { copy, folders, names: [...files.keys()].map((path) => shownName(dir, path)) };
}

describe('what a build reads', () => {
  it('includes code outside the folder with its package.json, imports and packages', async () => {
    const { root, dir } = makeRepository({
      'lib/package.json': '{"type":"module"}',
      'lib/make.js':
        "import { word } from './deep/word.js';\nimport tiny from 'tiny';\nexport default () => ({ id: 'made', type: 'Box', properties: { title: word + tiny } });\n",
      'lib/deep/word.js': "export * from '../other/last.js';\n",
      'lib/other/last.js': "export const word = 'made by ';\n",
      'lib/unused.js': '',
      'lib/node_modules/tiny/package.json': '{"main":"tiny.cjs"}',
      'lib/node_modules/tiny/tiny.cjs': "module.exports = 'code';\n",
      'app/package.json': '{"type":"commonjs"}',
      'app/lowdefy.yaml': `${MAIN}  - _ref: { path: any, resolver: ../lib/make.js }\n`,
    });
    const app = await load(dir);
    expect(app.pages).toMatchObject([{ pageId: 'made', title: 'made by code' }]);
    for (const name of ['make.js', 'deep/word.js', 'other/last.js', 'package.json'])
      expect(app.sources).toContain(join(root, 'lib', name));
    expect(app.sources).not.toContain(join(root, 'lib/unused.js'));
    write(root, { 'lib/other/last.js': "export const word = 'remade by ';\n" });
    expect((await load(dir)).pages).toMatchObject([{ title: 'remade by code' }]);
  });

  it('includes code that is referenced directly, with its imports', async () => {
    const { root, dir } = makeRepository({
      'lib/package.json': '{"type":"module"}',
      'lib/sum.js': "import { one } from './one.js';\nexport default () => one + 1;\n",
      'lib/one.js': 'export const one = 1;\n',
      'app/lowdefy.yaml': `${MAIN}  - { id: home, type: Box, properties: { sum: { _ref: ../lib/sum.js } } }\n`,
    });
    const first = await load(dir);
    expect(first.sources).toContain(join(root, 'lib/one.js'));
    write(root, { 'lib/one.js': 'export const one = 2;\n' });
    expect((await load(dir)).buildId).not.toBe(first.buildId);
  });

  it('includes what code of the app imports from outside', () => {
    const { dir } = makeRepository({
      'lib/a.js': '',
      'app/lowdefy.yaml': MAIN,
      'app/code/b.js': "const a = require('../../lib/a');\n",
    });
    expect(copyOf(dir).names).toEqual(['code/b.js', 'lowdefy.yaml', '../lib/a.js']);
  });

  it('includes modules in other folders, with their own references', () => {
    const { root, dir } = makeRepository({
      'app/lowdefy.yaml': 'lowdefy: 5.3.0\nmodules:\n  - { id: team, source: "file:../modules/team" }\n',
      'modules/team/module.lowdefy.yaml': 'pages:\n  - _ref: pages/list.yaml\n',
      'modules/team/pages/list.yaml': '_ref: ../shared/page.yaml\n',
      'modules/shared/page.yaml': 'id: list\ntype: Box\n',
      'modules/other/module.lowdefy.yaml': '',
    });
    const { names, folders, copy } = copyOf(dir);
    expect(names.sort()).toEqual([
      '../modules/shared/page.yaml',
      '../modules/team/module.lowdefy.yaml',
      '../modules/team/pages/list.yaml',
      'lowdefy.yaml',
    ]);
    // New files in it count, too.
    expect(folders).toEqual([dir, join(root, 'modules/team')]);
    expect(existsSync(join(copy.dir, '../modules/team/pages/list.yaml'))).toBe(true);
    expect(copy.placeOf(join(copy.dir, '../modules/team/pages/list.yaml:7'))).toBe(
      '../modules/team/pages/list.yaml:7',
    );
  });

  it('includes modules from GitHub, stored where the stock tools store them', () => {
    const dir = makeApp({
      'lowdefy.yaml': 'lowdefy: 5.3.0\nmodules: [{ id: a, source: "github:o/r@v1" }]\n',
      '.lowdefy/modules/github/o/r/v1/module.lowdefy.yaml': 'name: A\n',
    });
    const { copy } = copyOf(dir);
    const cache = join(copy.dir, '.lowdefy/modules/github');
    expect(readFileSync(join(cache, 'o/r/v1/module.lowdefy.yaml'), 'utf8')).toBe('name: A\n');
    write(cache, { 'o/new/v2/module.lowdefy.yaml': 'name: B\n' });
    expect(existsSync(join(dir, '.lowdefy/modules/github/o/new'))).toBe(true);
    expect(existsSync(join(copyOf(makeApp({ 'lowdefy.yaml': MAIN })).copy.dir, '.lowdefy'))).toBe(false);
  });

  it('includes folders of agents, if they exist', () => {
    const { dir } = makeRepository({
      'handbook/cover.png': '',
      'app/lowdefy.yaml':
        'lowdefy: 5.3.0\nagents: [{ id: a, properties: { fileSystem: { basePath: ../handbook } } }, { id: b, properties: { fileSystem: { basePath: ./gone } } }]\n',
    });
    const { copy } = copyOf(dir);
    expect(readdirSync(join(copy.dir, '../handbook'))).toEqual([]);
    expect(existsSync(join(copy.dir, 'gone'))).toBe(false);
  });

  it('includes texts in public, and code may write there without changing the app', async () => {
    const dir = makeApp({
      'public/list.json': '{"id":"listed","type":"Box"}',
      'public/notes.txt': 'read',
      'public/logo.png': 'x',
      'package.json': '{"type":"module"}',
      'map.js': `import { readFileSync, writeFileSync } from 'node:fs';
const at = (name) => new URL('./public/' + name, import.meta.url);
export default (page) => {
  writeFileSync(at('sitemap.xml'), '<a/>');
  return { ...page, properties: { title: readFileSync(at('notes.txt'), 'utf8') } };
};
`,
      'lowdefy.yaml': `${MAIN}  - _ref: { path: public/list.json, transformer: map.js }\n`,
    });
    const first = await load(dir);
    expect(first.pages).toMatchObject([{ pageId: 'listed', title: 'read' }]);
    expect(readdirSync(join(dir, 'public')).sort()).toEqual(['list.json', 'logo.png', 'notes.txt']);
    expect(readdirSync(join(copyOf(dir).copy.dir, 'public')).sort()).toEqual(['list.json', 'notes.txt']);
    write(dir, { 'public/other.json': '{}' });
    expect((await load(dir)).buildId).toBe(first.buildId);
    write(dir, { 'public/list.json': '{"id":"relisted","type":"Box"}' });
    expect((await load(dir)).pages).toMatchObject([{ pageId: 'relisted' }]);
  });

  it('includes files whose names are computed during the build', async () => {
    const { root, dir } = makeRepository({
      'common/page.yaml': 'id: computed\ntype: Box\n',
      'app/lowdefy.yaml': `${MAIN}  - _ref: { path: page.yaml.njk, vars: { folder: common } }\n`,
      'app/page.yaml.njk': '_ref: ../{{ folder }}/page.yaml\n',
    });
    const log = recordLog();
    const app = await load(dir, { log });
    expect(app.pages).toMatchObject([{ pageId: 'computed' }]);
    expect(app.sources).toContain(join(root, 'common/page.yaml'));
    await load(dir, { log });
    expect(log.lines.filter((line) => line.includes('Built'))).toHaveLength(1);
    write(root, { 'common/page.yaml': 'id: other\ntype: Box\n' });
    expect((await load(dir)).pages).toMatchObject([{ pageId: 'other' }]);
  });

  it('does not follow links in circles', () => {
    const { root, dir } = makeRepository({ 'app/lowdefy.yaml': MAIN });
    symlinkSync(root, join(dir, 'loop'));
    expect(copyOf(dir).names).toEqual(['lowdefy.yaml']);
  });
});

it('an app that is its own plugin is built once', async () => {
  const dir = makeApp({
    'package.json': JSON.stringify({
      name: 'own',
      version: '1.0.0',
      type: 'module',
      exports: { './*': './code/*.js' },
    }),
    'code/types.js': "export default { operators: { client: ['_shout'] } };\n",
    'code/operators/client.js': 'export const _shout = ({ params }) => params.toUpperCase();\n',
    'lowdefy.yaml':
      'lowdefy: 4.0.0-rc.11\nplugins: [{ name: own, version: "file:." }]\npages:\n  - { id: home, type: Box }\n',
  });
  const log = recordLog();
  const first = await load(dir, { log });
  const second = await load(dir, { log });
  expect(second.buildId).toBe(first.buildId);
  expect(log.lines.filter((line) => line.includes('Built'))).toHaveLength(1);
  write(dir, { 'code/types.js': "export default { operators: { client: ['_shout', '_hush'] } };\n" });
  expect((await load(dir)).buildId).not.toBe(first.buildId);
});
