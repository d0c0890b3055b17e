import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, serveCli, tempFolder } from './cli/run-cli.ts';

const FREE = { 'tandem.yaml': 'http: { port: 0, mcpPort: 0 }\n' };
/** Clients are configured in the home folder, too, which must not be that of whoever runs the tests. */
const home = (path: string) => ({
  env: { HOME: path, XDG_CONFIG_HOME: join(path, '.config'), CODEX_HOME: '' },
});

async function doctor(dir: string, ...more: string[]) {
  const { code, stdout, stderr } = await runCli(['doctor', '--json', '--dir', dir, ...more], home(dir));
  expect(stderr).toBe('');
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; status: string; message: string }[];
  };
  expect(code).toBe(ok ? 0 : 1);
  const said = (status: string) => checks.filter((one) => one.status === status);
  const texts = (status: string) => said(status).map(({ name, message }) => `${name}: ${message}`);
  return { ok, checks, texts };
}

const APP = `lowdefy: 4.0.0-rc.11
connections:
  - id: db
    type: Knex
    properties: { client: sqlite3, connection: { filename: { _string.concat: [data, .db] } } }
auth:
  pages: { protected: [admin], roles: { boss: [admin] } }
pages:
  - id: home
    type: Box
    requests:
      - { id: one, type: KnexRaw, connectionId: db, properties: { query: select 1 } }
    events: { onMount: [{ id: load, type: Request, params: one }] }
    blocks: [{ id: to_admin, type: Button, events: { onClick: [{ id: go, type: Link, params: admin }] } }]
  - { id: admin, type: Box }
`;

test('a good folder: every check is named, and nothing is changed', async () => {
  using folder = tempFolder(FREE);
  const { code, stdout, stderr } = await runCli(['doctor', '--dir', folder.path], home(folder.path));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
    'ok     Node',
    'ok     folder',
    'note   content',
    'ok     configuration',
    'ok     apps',
    'ok     tools',
    'ok     server',
    'ok     ports',
    'ok     store',
    'note   clients',
    '',
  ]);
  expect(stdout).not.toContain('\u001b');
  expect(readdirSync(folder.path)).toEqual(['tandem.yaml']);
  const quiet = await runCli(['doctor', '--quiet', '--dir', folder.path], home(folder.path));
  expect(quiet).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('a wrong folder names the app that was meant', async () => {
  using folder = tempFolder({ 'crm/lowdefy.yaml': APP, 'notes/todo.txt': '', 'a/b/c/lowdefy.yaml': APP });
  expect((await doctor(join(folder.path, 'notes'))).texts('wrong')).toEqual([
    expect.stringMatching(/^content: No app here\. Did you mean \.\.\/crm\? .* doctor --dir \.\.\/crm$/),
  ]);
  mkdirSync(join(folder.path, 'crm/pages'));
  expect((await doctor(join(folder.path, 'crm/pages'))).texts('wrong')[0]).toContain('Did you mean ..?');
  expect((await doctor(join(folder.path, 'a'))).texts('wrong')[0]).toContain('Did you mean ../crm?');
});

test('an app: its version, its protected pages, its database; and repairs', async () => {
  using folder = tempFolder({ ...FREE, 'lowdefy.yaml': APP.replace('rc.11', 'rc.10') });
  const dir = folder.path;
  const sick = await doctor(dir);
  expect(sick.texts('wrong')).toEqual([
    expect.stringMatching(
      /^apps: \S+: the database "db" cannot be used: the file \/.*\/data\.db does not exist\.$/i,
    ),
  ]);
  expect(sick.texts('note')).toEqual([
    expect.stringMatching(/is written for Lowdefy 4\.0\.0-rc\.10, but only 4\.0\.0-rc\.11 is installed/),
    expect.stringMatching(/admin is protected, and no user is configured.* doctor --fix$/),
    expect.stringContaining('clients: none'),
  ]);
  expect(existsSync(join(dir, 'data.db'))).toBe(false);

  writeFileSync(join(dir, 'data.db'), '');
  const repaired = await doctor(dir, '--fix');
  expect(repaired.ok).toBe(true);
  expect(repaired.texts('fixed')).toEqual([expect.stringContaining('added a user to tandem.yaml')]);
  const settings = readFileSync(join(dir, 'tandem.yaml'), 'utf8');
  expect(settings).toContain('roles: ["boss"]');
  expect(settings).toContain(FREE['tandem.yaml']);
  expect((await doctor(dir)).texts('note').join()).not.toContain('protected');

  writeFileSync(join(dir, 'data.db'), 'this is not a database');
  expect((await doctor(dir)).texts('wrong')[0]).toMatch(
    /the database "db" cannot be used: .*not a database/i,
  );

  appendFileSync(
    join(dir, 'lowdefy.yaml'),
    '  - { id: more, type: Box, events: { onMount: [{ id: x, type: Link, params: nowhere }] } }\n',
  );
  expect((await doctor(dir)).texts('wrong')[0]).toMatch(/1 error.* check --dir /);
});

test('the database of sessions is not there', async () => {
  using folder = tempFolder({
    'tandem.yaml': `http: { port: 0, mcpPort: 0 }
mcp: { session: { store: { type: postgres, url: "postgres://nobody@127.0.0.1:1/none" } } }
`,
  });
  expect((await doctor(folder.path)).texts('wrong')).toEqual([
    expect.stringMatching(/^store: the database of sessions \(postgres\) cannot be reached: .+/),
  ]);
});

test('lists the asking tools, and the broken ones', async () => {
  using folder = tempFolder({
    ...FREE,
    'tools/good.ts': `import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
export const good = createMcpTool('good').description('d').parameters(z.object({})).elicits({}).execute(function* () {});`,
  });
  expect((await doctor(folder.path)).texts('ok')).toContain('tools: good');
  writeFileSync(join(folder.path, 'tools/bad.ts'), "import 'tandem-mcp/ask'; export const = 1;");
  expect((await doctor(folder.path)).texts('wrong')).toEqual([
    expect.stringMatching(/^tools: tools\/bad\.ts: bad\.ts:1:39: Expected identifier/),
  ]);
});

test('says what is wrong with the configuration, and what was not checked', async () => {
  using folder = tempFolder({ 'tandem.yaml': 'htttp: {}\n' });
  const { texts } = await doctor(folder.path);
  expect(texts('wrong')).toEqual([
    'configuration: tandem.yaml:1: unknown setting "htttp". Did you mean "http"?',
  ]);
  expect(texts('skip')).toContain('ports: not checked: the configuration is not valid');
  const missing = await doctor(join(folder.path, 'nowhere'));
  expect(missing.texts('wrong')).toEqual([expect.stringMatching(/^folder: .* does not exist\. Create it/)]);
});

test('whose port it is, and a port file that is out of date', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  using folder = tempFolder({ 'tandem.yaml': `http: { port: ${port}, mcpPort: 0 }\n` });
  const dir = folder.path;
  const taken = await doctor(dir);
  const who = process.platform === 'linux' ? ` by .*\\(process ${process.pid}\\)` : '.*';
  expect(taken.texts('wrong')).toEqual([
    expect.stringMatching(new RegExp(`^ports: ${port} is in use${who}\\. Stop .*--port`)),
  ]);
  await using served = await serveCli(dir);
  const running = await doctor(dir);
  expect(running.texts('ok')).toContain(`server: runs on port ${served.ui}`);
  await served.stop();
  expect((await doctor(dir)).texts('ok')).toContain(
    `server: not running; the last one used port ${served.ui}`,
  );

  writeFileSync(join(dir, '.tandem/ui-port'), `${port}\n`);
  expect((await doctor(dir)).texts('note').join()).toContain(`its last port ${port} now belongs to`);
  expect((await doctor(dir, '--fix')).texts('fixed')).toEqual([`server: forgot port ${port}`]);
  expect(existsSync(join(dir, '.tandem/ui-port'))).toBe(false);
  other.closeAllConnections();
  other.close();
});

test('a client that would start a program that is gone', async () => {
  using folder = tempFolder(FREE);
  const dir = folder.path;
  await runCli(['init', '--yes', '--tools', '--dir', dir], home(dir));
  expect((await doctor(dir)).texts('ok').join('\n')).toMatch(
    /clients: Claude Code \(.*\.mcp\.json, "tandem"\)/,
  );
  const file = join(dir, '.mcp.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"[^"]*main\.js"/, '"/gone/main.js"'));
  expect((await doctor(dir)).texts('wrong')).toEqual([expect.stringContaining('starts /gone/main.js')]);
  expect((await doctor(dir, '--fix')).texts('fixed')).toEqual([`clients: wrote ${file}`]);
  expect((await doctor(dir)).ok).toBe(true);
  rmSync(`${file}.backup`);
});
