import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { FILES, HOME, load, makeApp, recordLog, write } from '../../../test/fixtures/contacts-app.ts';

const builds = (dir: string) => readdirSync(join(dir, '.lowdefy/tandem'));

function makeContacts(files: Record<string, string> = {}): string {
  const dir = makeApp({ ...FILES, ...files });
  mkdirSync(join(dir, 'data'));
  const database = new Database(join(dir, 'data/contacts.db'));
  database.exec(
    "create table contacts (id integer primary key, name text, photo blob); insert into contacts (name, photo) values ('Ann', x'6869')",
  );
  database.close();
  return dir;
}

describe('loadApp', () => {
  it('builds an app once and runs its requests', async () => {
    const dir = makeContacts();
    const log = recordLog();
    const app = await load(dir, { log });
    expect(app).toMatchObject({
      title: 'Contacts',
      dir,
      pages: [
        { pageId: 'home', title: 'Home', auth: { public: true } },
        { pageId: 'about', title: null, auth: { public: true } },
      ],
      settings: { enabled: true, readOnly: false, exclude: [], disabledTools: [], pages: {} },
    });
    const context = app.createApiContext({ id: 'ann', roles: ['sales'] });
    const call = { pageId: 'home', requestId: 'list', payload: {} };
    const { response } = await app.packages.api.callRequest(context, call);
    expect(response).toEqual([{ id: 1, name: 'Ann', photo: 'aGk=' }]);
    expect(context).toMatchObject({ user: { id: 'ann' }, headers: {} });
    expect(app.createApiContext(null)).toMatchObject({ session: undefined });
    expect(await app.packages.api.getPageConfig(context, { pageId: 'home' })).toMatchObject({
      areas: { content: { blocks: [{ blockId: 'save' }] } },
    });
    expect(readFileSync(join(dir, '.lowdefy/.gitignore'), 'utf8')).toBe('*\n');

    await load(dir, { log });
    expect(log.lines.filter((line) => line.includes('Built'))).toHaveLength(1);
    expect(builds(dir)).toEqual([`build-${app.buildId}`]);
  });

  it('provides operators, actions, and a fresh copy of each page per reader', async () => {
    const app = await load(makeContacts());
    expect(app.packages.clientOperators).toMatchObject({
      _state: expect.any(Function),
      _nunjucks: expect.any(Function),
    });
    expect(app.packages.clientOperators).not.toHaveProperty('_secret');
    expect(app.createApiContext(null)).toMatchObject({ operators: { _secret: expect.any(Function) } });
    expect(app.packages.actions).toMatchObject({ SetState: expect.any(Function) });
    expect(app.packages.version).toBe('4.0.0-rc.11');
    const { api } = app.packages;
    const first = await api.getPageConfig(app.createApiContext(null), { pageId: 'home' });
    Object.assign(first ?? {}, { areas: 'changed' });
    const second = await api.getPageConfig(app.createApiContext(null), { pageId: 'home' });
    expect(second?.areas).toBeTypeOf('object');
  });

  it('reads nothing outside the build, whatever a page is called', async () => {
    const dir = makeContacts({ 'evil/evil.json': '{"auth":{"public":true}}' });
    const app = await load(dir);
    const path = '../../../evil/evil.json';
    expect(existsSync(join(app.buildDirectory, path))).toBe(true);
    const context = app.createApiContext(null) as { readConfigFile(path: string): Promise<unknown> };
    expect(await context.readConfigFile(path)).toBeNull();
    expect(await context.readConfigFile('menus.json')).toHaveLength(1);
  });

  it('rebuilds when a referenced file changes, even one outside the app', async () => {
    const parent = makeApp({ 'common/footer.yaml': 'id: footer\ntype: Box\n' });
    const dir = join(parent, 'app');
    write(dir, { ...FILES, 'pages/home.yaml': `${HOME}  - _ref: ../common/footer.yaml\n` });
    const first = await load(dir);
    write(dir, { 'button.yaml': FILES['button.yaml'].replace('Save', 'Send') });
    const second = await load(dir);
    write(parent, { 'common/footer.yaml': 'id: foot\ntype: Box\n' });
    const third = await load(dir);
    expect(new Set([first, second, third].map((app) => app.buildId)).size).toBe(3);
    const page = await third.packages.api.getPageConfig(third.createApiContext(null), { pageId: 'home' });
    expect(JSON.stringify(page)).toContain('"blockId":"foot"');
    // The first build keeps working without its folder.
    write(dir, { 'button.yaml': 'id: a\ntype: Button\n' });
    await load(dir);
    expect(builds(dir)).toHaveLength(3);
    expect(existsSync(first.buildDirectory)).toBe(false);
    expect(
      await first.packages.api.getPageConfig(first.createApiContext(null), { pageId: 'home' }),
    ).not.toBeNull();
  });

  it('does not rebuild when a database, a session or tandem.yaml changes', async () => {
    const dir = makeContacts();
    const first = await load(dir);
    write(dir, {
      'data/other.sqlite-wal': 'x',
      '.lowdefy/sessions/a.json': '{}',
      'tandem.yaml': 'mcp: { readOnly: true }',
      'public/logo.svg': '<svg/>',
    });
    expect((await load(dir)).buildId).toBe(first.buildId);
  });

  it('does not rebuild for files that the build did not read', async () => {
    const dir = makeContacts();
    const log = recordLog();
    const first = await load(dir, { log });
    write(dir, { 'uploads/a.csv': 'a,b', 'export.json': '{}', 'pages/draft.yaml': 'id: draft' });
    expect((await load(dir, { log })).buildId).toBe(first.buildId);
    expect(log.lines.filter((line) => line.includes('Built'))).toHaveLength(1);
    expect(first.sources).toContain(join(dir, 'pages/home.yaml'));
    expect(first.sources).not.toContain(join(dir, 'uploads'));
  });

  it('watches every file if code of the app takes part in the build', async () => {
    const dir = makeContacts({
      'list.csv': 'Save',
      'read.js':
        "import { readFileSync } from 'node:fs';\nexport default () => ({ id: 'read', type: 'Button', properties: { title: readFileSync(new URL('./list.csv', import.meta.url), 'utf8') } });\n",
      'pages/home.yaml': `${HOME}  - _ref: { path: any, resolver: read.js }\n`,
    });
    const first = await load(dir);
    expect(first.sources).toContain(dir);
    write(dir, { 'list.csv': 'Send' });
    expect((await load(dir)).buildId).not.toBe(first.buildId);
  });

  it('can be loaded twice at the same time', async () => {
    const dir = makeContacts();
    const [one, two] = await Promise.all([load(dir), load(dir)]);
    expect(one.buildId).toBe(two.buildId);
    expect(builds(dir)).toEqual([`build-${one.buildId}`]);
  });

  it('accepts lowdefy.yml, and a finished build without configuration', async () => {
    const { 'lowdefy.yaml': main, ...rest } = FILES;
    const dir = makeApp({ ...rest, 'lowdefy.yml': main });
    const app = await load(dir);
    expect(app.pages).toHaveLength(2);
    const finished = await load(app.buildDirectory);
    expect(finished.pages).toEqual(app.pages);
    rmSync(join(dir, 'lowdefy.yml'));
    mkdirSync(join(dir, '.lowdefy/server'), { recursive: true });
    cpSync(app.buildDirectory, join(dir, '.lowdefy/server/build'), { recursive: true });
    expect((await load(dir)).buildDirectory).toBe(join(dir, '.lowdefy/server/build'));
    await expect(load(makeApp({ 'a.txt': '' }))).rejects.toThrow(/neither lowdefy.yaml nor a finished build/);
  });

  it('accepts a finished build of a newer version', async () => {
    const button = {
      id: 'block:home:go:0',
      blockId: 'go',
      type: 'Button',
      mcp: { confirm: true, '~k': '2' },
    };
    const dir = makeApp({
      'build/config.json': '{}',
      'build/types.json': '{}',
      'build/package.json': '{"type":"module"}',
      'build/pages/home.json': JSON.stringify({
        id: 'page:home',
        pageId: 'home',
        blockId: 'home',
        type: 'Box',
        auth: { public: false, roles: ['sales'] },
        slots: { content: { blocks: [button] } },
      }),
      'build/plugins/operators/clientJsMap.js': 'export default { a: () => 1 };',
    });
    const app = await load(join(dir, 'build'));
    expect(app.pages).toEqual([{ pageId: 'home', title: null, auth: { public: false, roles: ['sales'] } }]);
    expect(app.settings.pages).toEqual({ home: { blocks: { go: { confirm: true } } } });
    expect(app.jsMap).toEqual({ a: expect.any(Function) });
  });

  it('knows whether a second engine would see the same data', async () => {
    const dir = makeContacts();
    expect((await load(dir)).canShare).toBe(true);
    const text = FILES['lowdefy.yaml'].replace(/filename: .*contacts\.db/, "filename: ':memory:'");
    expect(text).not.toBe(FILES['lowdefy.yaml']);
    write(dir, { 'lowdefy.yaml': text });
    expect((await load(dir)).canShare).toBe(false);
  });

  it('reports once that another version is installed, and once what Lowdefy warns about', async () => {
    const dir = makeContacts({
      'button.yaml': 'id: save\ntype: Button\nproperties: { title: { _nope: 1 } }\n',
    });
    write(dir, { 'lowdefy.yaml': FILES['lowdefy.yaml'].replace('rc.11', 'rc.12') });
    const log = recordLog();
    await load(dir, { log });
    expect(log.lines.filter((line) => line.includes('written for Lowdefy 4.0.0-rc.12'))).toHaveLength(1);
    expect(log.lines.filter((line) => line.includes('Unknown operator "_nope"'))).toHaveLength(1);
  });

  it('uses types, blocks, operators and renderers of a plugin', async () => {
    const plugin = 'node_modules/my-plugin';
    const dir = makeContacts({
      [`${plugin}/package.json`]: JSON.stringify({
        name: 'my-plugin',
        version: '1.2.3',
        type: 'module',
        exports: {
          './types': './types.js',
          './blocks': './blocks.js',
          './mcp': { import: './mcp.js' },
          './*': './*.js',
        },
      }),
      [`${plugin}/types.js`]:
        "export default { blocks: ['Fancy', 'Plain'], operators: { client: ['_shout'], server: [] } };",
      [`${plugin}/blocks.js`]:
        "export function Fancy() {}\nFancy.meta = { category: 'input', valueType: 'string' };\nexport function Plain() {}\nPlain.meta = { category: 'display' };\nPlain.mcpRender = () => 'plain';\nPlain.mcpOutput = ({ value }) => [value];",
      [`${plugin}/mcp.js`]:
        "export const Fancy = () => 'fancy';\nFancy.mcpOutput = ({ properties }) => properties;",
      [`${plugin}/operators/client.js`]: 'export const _shout = ({ params }) => params.toUpperCase();',
      'button.yaml':
        'id: save\ntype: MyFancy\nproperties: { title: { _shout: a } }\nblocks:\n  - id: p\n    type: MyPlain\n',
    });
    const plugins =
      'plugins:\n  - { name: my-plugin, version: 1.2.3, typePrefix: My }\n  - { name: my-plugin }\n';
    write(dir, { 'lowdefy.yaml': FILES['lowdefy.yaml'] + plugins });
    const log = recordLog();
    const app = await load(dir, { log });
    expect(app.packages.clientOperators._shout).toBeTypeOf('function');
    expect(log.lines.filter((line) => line.includes('_shout'))).toEqual([]);
    expect(app.packages.blockMetas.MyFancy).toEqual({ category: 'input', valueType: 'string' });
    expect(app.packages.blockMetas.MyPlain).toEqual({ category: 'display' });
    expect(app.packages.mcpRenders.MyFancy?.({})).toBe('fancy');
    expect(app.packages.mcpRenders.MyPlain?.({})).toBe('plain');
    const { MyFancy, MyPlain } = app.packages.mcpOutputs;
    expect(MyFancy?.({ value: 1, properties: { a: 2 } })).toEqual({ a: 2 });
    expect(MyPlain?.({ value: 1, properties: {} })).toEqual([1]);
    expect(MyPlain?.plugin).toBe('my-plugin');
  });
});
