import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyShop } from './cli/copy-shop.ts';
import { runCli, tempFolder } from './cli/run-cli.ts';

/** Clients of the person who runs the tests stay as they are. */
const inHome = (path: string) => ({
  env: { HOME: join(path, 'home'), XDG_CONFIG_HOME: join(path, 'home/.config'), CODEX_HOME: '' },
});

/** Every file of a folder with its text, but not what is built. */
function filesIn(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.lowdefy/'));
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, 'latin1')]));
}

test('connects all clients, keeps what is in their files, and changes nothing the second time', async () => {
  using folder = tempFolder({
    'home/.gemini/settings.json': '{"theme":"dark"}',
    'home/.codex/config.toml': '# mine\nmodel = "o4"\n',
    'home/.config/Claude/claude_desktop_config.json':
      '{ "mcpServers": { "tandem": { "command": "other" } } }',
    'app/tools/hello.ts': 'export {};',
    'app/.vscode/mcp.json': '{\n  // ours\n  "servers": {},\n}\n',
    'app/tandem.yaml': '# kept\nhttp: { port: 0 }\n',
  });
  const app = join(folder.path, 'app');
  const args = ['init', '--yes', '--client', 'all', '--dir', app];
  const first = await runCli(args, inHome(folder.path));
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const text = (...path: string[]) => readFileSync(join(folder.path, ...path), 'utf8');
  expect(text('home/.codex/config.toml')).toMatch(/^# mine\nmodel = "o4"\n\n\[mcp_servers\.tandem\]\n/);
  expect(text('home/.codex/config.toml.backup')).toBe('# mine\nmodel = "o4"\n');
  expect(text('app/.vscode/mcp.json')).toMatch(/\/\/ ours\n {2}"servers": \{\n {4}"tandem": \{/);
  const desktop = JSON.parse(text('home/.config/Claude/claude_desktop_config.json')).mcpServers;
  expect(desktop.tandem).toEqual({ command: 'other' });
  expect(desktop['tandem-app'].args).toEqual([expect.stringMatching(/main\.js$/), 'mcp', '--dir', app]);
  for (const file of ['.mcp.json', '.cursor/mcp.json', '.gemini/settings.json'])
    expect(JSON.parse(text('app', file)).mcpServers.tandem.command).toBe('node');
  expect(text('app/tandem.yaml')).toBe('# kept\nhttp: { port: 0 }\n');
  expect(text('app/.gitignore')).toBe('.tandem/\n');
  const before = filesIn(folder.path);
  expect(await runCli(args, inHome(folder.path))).toMatchObject({ code: 0, stderr: '' });
  expect(filesIn(folder.path)).toEqual(before);
});

test('an app with protected pages gets a user with their roles', async () => {
  using shop = copyShop();
  const file = join(shop.path, 'tandem.yaml');
  const env = { ...inHome(shop.path).env, LOWDEFY_SECRET_MAIL_KEY: 'x' };
  writeFileSync(file, '# ours\nmcp:\n  # not yet\n  readOnly: true # for now\n');
  const main = join(shop.path, 'lowdefy.yaml');
  writeFileSync(
    main,
    `${readFileSync(main, 'utf8').replace(/^auth:\n(?:[ #].*\n|\n)*/m, '')}\nauth:\n  pages: { protected: true, roles: { clerk: [orders] } }\n`,
  );
  const { code, stdout } = await runCli(['init', '--json', '--dir', shop.path], { env });
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ kinds: ['lowdefy'], created: [], ignored: ['.tandem/', '.lowdefy/'] });
  expect(report.apps[0].built).toMatchObject({ lowdefy: '4.0.0-rc.11', roles: ['clerk'] });
  const settings = readFileSync(file, 'utf8');
  for (const part of ['# ours', '# not yet', 'readOnly: true # for now', 'clerk'])
    expect(settings).toContain(part);
  expect(readFileSync(`${file}.backup`, 'utf8')).not.toContain('clerk');
  const again = await runCli(['init', '--json', '--dir', shop.path], { env });
  expect(JSON.parse(again.stdout).settings).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe(settings);
});

test('a live UI next to an app is in .ui, and enabled', async () => {
  using folder = tempFolder({
    'lowdefy.yaml': 'lowdefy: 4.0.0-rc.11\npages:\n  - { id: home, type: Box }\n',
  });
  const dir = folder.path;
  const made = await runCli(['init', '--yes', '--live', '--client', 'none', '--dir', dir], inHome(dir));
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(dir, '.ui/apps/kanban/app.lua'))).toBe(true);
  expect(readFileSync(join(dir, 'tandem.yaml'), 'utf8')).toMatch(/^areas: \[live\]$/m);
});

test('--print shows every client and writes nothing', async () => {
  using folder = tempFolder({ 'tools/hello.ts': 'export {};' });
  const { code, stdout } = await runCli(['init', '--print', '--dir', folder.path], inHome(folder.path));
  expect(code).toBe(0);
  for (const name of [
    'Claude Code',
    'Claude Desktop',
    'Cursor',
    'VS Code',
    'Windsurf',
    'Codex',
    'Gemini CLI',
  ])
    expect(stdout).toContain(`${name} (/`);
  expect(readdirSync(folder.path)).toEqual(['tools']);
});

test('a file of a client that cannot be merged stays, and is named', async () => {
  using folder = tempFolder({ 'tools/hello.ts': 'export {};', '.mcp.json': '{ "mcpServers": [' });
  const { code, stderr } = await runCli(['init', '--yes', '--dir', folder.path], inHome(folder.path));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^failed {3}\.mcp\.json \(Claude Code\): line 1 is not valid JSON .* init --print\n$/,
  );
  expect(readFileSync(join(folder.path, '.mcp.json'), 'utf8')).toBe('{ "mcpServers": [');
  expect(existsSync(join(folder.path, '.mcp.json.backup'))).toBe(false);
});

test.each([
  [['init'], 'tandem init asks questions, which needs a terminal. Without one, add --yes.'],
  [
    ['init', '--yes', '--live', '--tools'],
    'Choose one of --live and --tools; run tandem init again for the other.',
  ],
  [
    ['init', '--yes', '--tools', '--client', 'curser'],
    '--client: unknown client "curser". Did you mean "cursor"?',
  ],
  [['init', '--yes', '--dir', 'notes'], /^No app in \/.*\/notes\. Did you mean \.\.\/crm\? .*$/],
  [
    ['init', '--yes', '--dir', 'other/notes'],
    /^No app in \/.*, which is not empty\. Make one here with --lowdefy/,
  ],
  [
    ['init', '--yes', '--lowdefy', '--dir', 'taken'],
    /taken\/pages\/deals\.yaml exists already, and tandem init/,
  ],
])('%j: one sentence, exit code 2, nothing written', async (args, says) => {
  using folder = tempFolder({
    'crm/lowdefy.yaml': '',
    'notes/a.txt': '',
    'other/notes/a.txt': '',
    'taken/pages/deals.yaml': '',
  });
  mkdirSync(join(folder.path, 'home'));
  const before = filesIn(folder.path);
  const { code, stdout, stderr } = await runCli(args, { cwd: folder.path, ...inHome(folder.path) });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^tandem: [^\n]+\n$/);
  expect(stderr.slice('tandem: '.length, -1)).toEqual(
    typeof says === 'string' ? says : expect.stringMatching(says),
  );
  expect(filesIn(folder.path)).toEqual(before);
});
