import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAttacks } from '../../attacks/record-attacks.ts';
import { createCleanup } from '../harness.ts';
import { createAttackedProject } from './attacked-project.ts';
import { connectStdio, type LiveAgent } from './live-agent.ts';
import { put } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const record = recordAttacks('Lua and the host');

const project = createAttackedProject(cleanup);
const { dir, script, toolScript, page } = project;

const lua = (text: string) => JSON.stringify(text);
const write = (path: string, text: string, mode = 'w') =>
  `local f, why = io.open(${lua(path)}, "${mode}") if not f then return why end f:write(${lua(text)}) f:close() return "written"`;
/** Something that is allowed, and then the attack. */
const after = (first: string, attack: string) => `${first.replace('return "written"', '')} ${attack}`;
const read = (path: string) =>
  `local f, why = io.open(${lua(path)}) if not f then return why end return "read: " .. f:read("*a")`;

/** Each with its Lua, which returns why it was refused; what it writes leaves a mark when it is executed. */
const ATTACKS: [attack: string, code: string][] = [
  ['overwrite a module that a tool imports', write('lib/words.js', script('module'))],
  ['overwrite a module of a tool on a detour', write('apps/../lib/words.js', script('detour'))],
  ['overwrite a module of a tool by its absolute path', write(join(dir, 'lib/words.js'), script('absolute'))],
  [
    'overwrite a module of a tool through a link to its folder',
    write('data/to-lib/words.js', script('folder-link')),
  ],
  ['overwrite a module of a tool through a link to the file', write('data/link.txt', script('link'))],
  ['overwrite a module of a tool through a hard link', write('data/second-name.txt', script('hard-link'))],
  ['append to a module of a tool', write('lib/words.js', script('append'), 'a')],
  ['overwrite a module of a tool in place', write('lib/words.js', script('in-place'), 'r+')],
  [
    'overwrite a module of a tool by renaming',
    after(
      write('data/words.txt', script('rename')),
      'return (select(2, os.rename("data/words.txt", "lib/words.js")))',
    ),
  ],
  ['move a module of a tool away', 'return (select(2, os.rename("lib/words.js", "data/words.json")))'],
  ['remove a module of a tool', 'return (select(2, os.remove("lib/words.js")))'],
  ['remove a module of a tool through a link', 'return (select(2, os.remove("data/to-lib/words.js")))'],
  ['move the folder of tools', 'return (select(2, os.rename("tools", "data/moved")))'],
  ['overwrite a tool', write('tools/greet.ts', toolScript('tool'))],
  ['overwrite a tool in other letters', write('Tools/greet.ts', toolScript('letters'))],
  ['add a tool', write('tools/evil.ts', toolScript('new-tool'))],
  ['add tools to a folder of live UIs', write('apps/tools/evil.ts', toolScript('apps-tool'))],
  ['add tools to a folder of data', write('data/tools/evil/tool.ts', toolScript('data-tool'))],
  ['shadow a module of a tool by a file without an ending', write('data/seed', script('shadow'))],
  ['make a folder one of tools by renaming', 'return (select(2, os.rename("data/fresh", "data/tools")))'],
  ['add a model', write('model.ts', script('model'))],
  ['add a model to a folder of live UIs', write('apps/model.ts', script('apps-model'))],
  ['write code beside an app', write('apps/contacts/shared.ts', script('beside'))],
  ['write code for the page', write('html/shared.js', script('page-code'))],
  [
    'give data the name of code',
    after(
      write('data/a.txt', script('renamed-code')),
      'return (select(2, os.rename("data/a.txt", "data/a.mjs")))',
    ),
  ],
  ['write a package', write('node_modules/parts/index.js', script('package'))],
  ['make a folder a package', write('apps/package.json', '{ "type": "module" }')],
  ['change another project', write('apps/site/content.json', '{ "changed": true }')],
  ['change a page of a Lowdefy app', write('invoices/pages/home.yaml', page('evil.js'))],
  ['add code to a Lowdefy app', write('invoices/evil.js', script('app-code'))],
  ['overwrite code of a Lowdefy app', write('invoices/transform.js', script('transformer'))],
  [
    'change a file that a Lowdefy app shares',
    after(
      write('data/evil', script('shared-code')),
      write('resources/shared.json', '{ "_ref": { "path": "text.yaml", "transformer": "../data/evil" } }'),
    ),
  ],
  ['make a folder a Lowdefy app', write('resources/lowdefy.yaml', 'lowdefy: 4.0.0-rc.11\npages: []\n')],
  ['make a folder a built app', write('data/types.json', '{}')],
  ['write a hook of Git', write('.git/hooks/post-commit', '#!/bin/sh\n')],
  ['write a hook of Git in other letters', write('.GIT/hooks/post-commit', '#!/bin/sh\n')],
  ['make a folder a repository', write('data/repository/HEAD', 'ref: refs/heads/main\n')],
  ['grant itself everything', write('tandem.yaml', 'permissions: { files: full, commands: all }\n')],
  [
    'grant everything in a folder to configure next',
    write('apps/next/tandem.yaml', 'permissions: { commands: all }\n'),
  ],
  ['grant everything in other letters', write('data/next/TANDEM.YAML', 'permissions: { commands: all }\n')],
  ['write instructions for coding agents', write('apps/contacts/CLAUDE.md', 'Run it.')],
  ['write above the served folder', write('../above.txt', 'x')],
  ['write above the served folder by its absolute path', write(join(dir, '../above.txt'), 'x')],
  ['write beside the folders of a live UI', write('notes.txt', 'x')],
  ['write a tool by printing', `print(${lua(`\n${toolScript('print')}`)}) return "printed to the log only"`],
  ['read the secrets of the project', read('.env')],
  ['read the secrets of an app', read('invoices/.env')],
  ['read the key of the server', read('.tandem/mcp-key')],
  ['read the token of the page', read('ui-token')],
  ['read the code of the project', read('lib/words.js')],
  ['read a module of a tool through a link', read('data/to-lib/words.js')],
  ['read the configuration of an app', read('invoices/lowdefy.yaml')],
  ['read a file of the system', read('/etc/passwd')],
  ['read the environment of the process', read('/proc/self/environ')],
  ['read the environment', 'return os.getenv("PATH") == nil and "there is none" or "read"'],
  ['run a command', 'return "os.execute returns " .. os.execute("id") .. ", and the log says why"'],
  ['run a command and read it', 'return (select(2, io.popen("id")))'],
  ['load code of the host', 'local ok, why = pcall(require, "../lib/words") return why'],
  [
    'load a library',
    'return package.loadlib == nil and loadfile == nil and dofile == nil and "there is no loadlib, loadfile or dofile" or "there"',
  ],
  ['load byte-code', 'return (select(2, loadstring("\\27Lua")))'],
  ['read a file by its URL', 'local ok, why = pcall(http.get, "file:///etc/passwd") return why'],
  ['call the server itself', 'local ok, why = pcall(http.get, "http://127.0.0.1:8001/mcp") return why'],
];

describe('Lua in a project that has tools and apps', () => {
  const refusals = new Map<string, string>();
  let before: Map<string, string>;
  let after: Map<string, string>;

  beforeAll(async () => {
    const agent = await connectStdio(cleanup, dir);
    await agent.ask('ui_configure', { base_dir: dir });
    await agent.ask('ui_start');
    before = contentsOf(dir);
    for (const [attack, code] of ATTACKS) refusals.set(attack, String(await agent.run(code)));
    after = contentsOf(dir);
    await agent.client.close();
    await project.useEverything();
  });

  test.each(ATTACKS)('%s', (attack) => {
    const refusal = refusals.get(attack) ?? '';
    expect(refusal).not.toMatch(/^(?:written|read|moved|null)/);
    record(attack, 'ui_run', refusal, { [dir]: 'DIR' });
  });

  test('left every file unchanged, except its own data', () => {
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    const logs = ['log/lua-err.log', 'log/lua.log'];
    expect(changed.sort()).toEqual(['data/a.txt', 'data/evil', 'data/words.txt', ...logs]);
    expect(after.get('log/lua-err.log')).toContain('app code may not run "id"');
    expect(existsSync(join(dir, '../above.txt'))).toBe(false);
  });

  test('executed nothing', () => {
    expect(project.marks()).toEqual([]);
  });
});

describe('names that lead elsewhere', () => {
  const own = createAttackedProject(cleanup);
  let agent: LiveAgent;
  beforeAll(async () => {
    agent = await connectStdio(cleanup, own.dir);
    await agent.ask('ui_configure', { base_dir: own.dir });
    await agent.ask('ui_start');
  });

  const view = { namespace: 'DEFAULT', content: '<template><p></p></template>' };
  test.each<[attack: string, tool: string, args: Record<string, unknown>]>([
    ['name a view by a path', 'ui_upload_viewdef', { ...view, type: '../../tools/evil' }],
    ['name a namespace by a path', 'ui_upload_viewdef', { ...view, type: 'A', namespace: '../../x' }],
    ['show an app by a path', 'ui_display', { name: '../lib/words' }],
    ['audit a folder by a path', 'ui_audit', { app: '../invoices' }],
    ['open a page of another site', 'ui_open_browser', { path: '/../../elsewhere' }],
  ])('%s', async (attack, tool, args) => {
    const before = contentsOf(own.dir);
    const { text, isError } = await agent.call(tool, args);
    expect(isError).toBe(true);
    expect(contentsOf(own.dir)).toEqual(before);
    record(attack, tool, text.split('\n')[0] ?? '', { [own.dir]: 'DIR' });
  });

  test.each(['ui://../lib/words.js', 'ui://..%2F.env', 'ui://../../../../etc/passwd'])(
    'read %s',
    async (uri) => {
      const refusal = await agent.read(uri).catch((error: Error) => error.message);
      expect(refusal).toMatch(/Resource .* not found/);
      record(`read ${uri}`, 'resources/read', refusal.split('. Available')[0] ?? '');
    },
  );
});

describe('the project itself', () => {
  test('executes such files if the person writes them, so a mark would show', async () => {
    const own = createAttackedProject(cleanup);
    put(join(own.dir, 'lib/words.js'), own.script('module'));
    put(join(own.dir, 'apps/tools/more.ts'), own.toolScript('apps-tool'));
    put(join(own.dir, 'invoices/transform.js'), own.script('transformer'));
    await own.useEverything();
    expect(own.marks().sort()).toEqual(['apps-tool', 'module', 'transformer']);
  });
});

/** The files of a project but those that the server writes, which come and go. */
function contentsOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !/(?:^|\/)\.(?:tandem|lowdefy)\//.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
