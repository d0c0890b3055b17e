import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';
import { BUNDLE_DIR } from './bundle-files.ts';

/* What the documents say that Lua can do, done. */

const resources = join(BUNDLE_DIR, 'resources');
const lua = readFileSync(join(resources, 'lua.md'), 'utf8');
const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/live.md'), 'utf8');

const snippets = [...lua.matchAll(/^```lua\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

test('every snippet of the Lua document runs, one after another', async () => {
  const session = await openSession();
  expect(snippets.length).toBeGreaterThan(5);
  for (const code of snippets) await session.run(code);
  expect(session.events).toEqual([{ app: 'contacts', event: 'saved', name: 'Ada' }]);
  expect(JSON.parse(readFileSync(join(session.baseDir, 'data/contacts.json'), 'utf8'))).toEqual([
    { name: 'Ada' },
  ]);
});

test('everything in the tables of session and mcp is there', async () => {
  const { run } = await openSession();
  const names = [...lua.matchAll(/`((?:mcp|session)[.:]\w+)/g)].map(([, name = '']) =>
    name.replace(':', '.'),
  );
  expect(names).toEqual(expect.arrayContaining(['mcp.say', 'mcp.status', 'mcp.subscribe', 'mcp.pushState']));
  // Fields of the app's own, or nil until there is something in them.
  const unset = new Set(['mcp.value', 'session.reloading']);
  for (const name of new Set(names))
    if (!unset.has(name)) expect(await run(`return type(${name})`), name).not.toBe('nil');
});

test('there is one way to talk to the person: mcp:say', async () => {
  const texts = [guide, ...textsIn(BUNDLE_DIR)].join('\n');
  expect(texts).toContain('mcp:say(');
  expect(texts).not.toContain('mcp.chat');
  const session = await openSession();
  const page = await session.page();
  const [chat = 0] = await page.createAll(1, [['chat']]);
  await session.run('mcp:say("Done.")');
  expect(page.values.get(chat)).toEqual([{ from: 'agent', text: 'Done.' }]);
});

test('mcp:status() has the fields that are documented', async () => {
  const [, fields = ''] = /`mcp:status\(\)` \| `\{ ([\w, ]+) \}`/.exec(lua) ?? [];
  const status = { base_dir: '/b', url: 'http://127.0.0.1:1', mcp_port: 2, version: '3' };
  const { run } = await openSession({ status });
  expect(fields.split(', ')).toEqual(Object.keys(status));
  expect(await run('return mcp:status()')).toEqual(status);
});

test('paths are relative to base_dir, commands run in the project; missing folders are made', async () => {
  expect(lua).toContain('Paths are relative to base_dir');
  expect(guide).toContain('Paths are relative to `base_dir`; commands run in the project');
  const projectDir = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-project-')));
  onTestFinished(() => rmSync(projectDir, { recursive: true, force: true }));
  const { run, baseDir } = await openSession({ projectDir, permissions: { commands: 'all' } });
  await run(
    'local f = assert(io.open("storage/a/b.txt", "w")) f:write("x") f:close() assert(os.mkdir("data/c"))',
  );
  expect([existsSync(join(baseDir, 'storage/a/b.txt')), existsSync(join(baseDir, 'data/c'))]).toEqual([
    true,
    true,
  ]);
  expect(await run('local p = io.popen("pwd") local where = p:read("*l") p:close() return where')).toBe(
    projectDir,
  );
});

test('a refused command returns 126, and is logged', async () => {
  expect(guide).toContain('`os.execute` logs it and returns 126');
  const { run, logged } = await openSession();
  expect(await run('return (os.execute("ls"))')).toBe(126);
  expect(logged()).toContain('ls');
});

function textsIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(dir, name), 'utf8'));
}
