import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanEnv, root } from './cli/run-cli.ts';

/*
 * Somebody who has never seen Tandem: packs it, installs it in an empty folder, and uses what that folder has. Nothing of the
 * clone takes part afterwards.
 */

/** What the package weighs without the real client, which is bundled before it is packed for others. */
const CLIENT_MB = existsSync(join(root, 'dist/client')) || process.env.TANDEM_TARBALL ? 0 : 26;
const MAX_MB = 120 - CLIENT_MB;
const MAX_PACKAGES = 200;

const run = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'tandem-newcomer-'));
const install = join(place, 'install');
const home = join(place, 'home');
const began = Date.now();
const env = cleanEnv({
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  npm_config_update_notifier: 'false',
});
const say = (text: string) =>
  console.log(`newcomer, after ${((Date.now() - began) / 1000).toFixed(1)} s: ${text}`);

const tandem = async (cwd: string, ...args: string[]) =>
  (await run(join(install, 'node_modules/.bin/tandem'), args, { cwd, env })).stdout;

beforeAll(async () => {
  mkdirSync(install);
  mkdirSync(home);
  const tarball = process.env.TANDEM_TARBALL ?? (await pack());
  say(`packed, ${toMb(statSync(tarball).size)} MB`);
  const args = ['install', tarball, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=info'];
  const { stderr } = await run('npm', args, { cwd: install, env, maxBuffer: 1 << 26 });
  expect(stderr.split('\n').filter((line) => /deprecated|node-gyp/.test(line))).toEqual([]);
  const modules = join(install, 'node_modules');
  const packages = Object.keys(
    JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages,
  );
  const mb = toMb(sizeOf(modules));
  say(`installed: ${mb} MB, ${packages.length} packages`);
  expect(packages.length).toBeLessThanOrEqual(MAX_PACKAGES);
  expect(mb).toBeLessThanOrEqual(MAX_MB);
  expect(builtHere(modules)).toEqual([]);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('I have a Lowdefy app', async () => {
  const dir = join(place, 'shop');
  const isSource = (file: string) => !file.includes('.lowdefy');
  cpSync(join(root, 'test/mistakes/app'), dir, { recursive: true, filter: isSource });
  await tandem(dir, 'init', '--yes');
  await using client = await connect(dir);
  const { sessionId } = (await client.call('session_create', { name: 'First', pageId: 'orders' })) as {
    sessionId: string;
  };
  const pages = await client.text('get_pages', { sessionId });
  expect(pages).toContain('"pageId":"orders"');
  await healthy(dir);
  say('operated the app');
});

test('I have no app: a CRM', async () => {
  const dir = join(place, 'crm');
  mkdirSync(dir);
  await tandem(dir, 'init', '--yes', '--lowdefy');
  await using client = await connect(dir);
  const { sessionId } = (await client.call('session_create', { name: 'Marie', pageId: 'contact' })) as {
    sessionId: string;
  };
  const set = (blockId: string, value: string) => ({ type: 'setValue', blockId, value });
  const saved = await client.text('interact', {
    sessionId,
    actions: [
      set('contact.name', 'Marie Curie'),
      set('contact.company', 'Radium Institute'),
      { type: 'triggerEvent', blockId: 'save', event: 'onClick' },
    ],
  });
  expect(saved).toContain('Marie Curie saved.');
  expect(saved).toContain('Page: contacts');
  await client.text('navigate', { sessionId, pageId: 'deals' });
  const sold = await client.text('interact', {
    sessionId,
    actions: [
      set('deal.contact_id', 'Marie Curie'),
      set('deal.title', 'Radium'),
      { type: 'setValue', blockId: 'deal.amount', value: 5000 },
      { type: 'triggerEvent', blockId: 'add_deal', event: 'onClick' },
    ],
  });
  expect(sold).toContain('Radium added.');
  await healthy(dir);
  say('added a contact and a deal to the CRM');
});

test('I want live UIs: a kanban board', async () => {
  const dir = join(place, 'kanban');
  mkdirSync(dir);
  await tandem(dir, 'init', '--yes', '--live');
  await using client = await connect(dir);
  await client.text('ui_display', { name: 'kanban' });
  await client.text('ui_run', {
    code: 'kanban:add("Write a test") kanban:move(kanban:find("Write a test"), 3)',
  });
  const board = await client.text('ui_run', { code: 'return kanban.columns[3]:title()' });
  expect(board).toContain('Done (1)');
  const audit = await client.text('ui_audit', { app: 'kanban' });
  expect(JSON.parse(audit)).toMatchObject({ violations: [] });
  expect(JSON.parse(readFileSync(join(dir, 'data/kanban.json'), 'utf8'))).toContainEqual({
    title: 'Write a test',
    column: 3,
  });
  await healthy(dir);
  say('moved a card on the kanban board');
});

test('I write tools that ask: approvals', async () => {
  const dir = join(place, 'approvals');
  mkdirSync(dir);
  await tandem(dir, 'init', '--yes', '--tools');
  await using client = await connect(dir, { approved: true, comment: 'Take the early one.' });
  const decision = await client.text('request_approval', { what: 'a train ticket', amount: 120 });
  expect(JSON.parse(decision)).toEqual({ approved: true, comment: 'Take the early one.' });
  expect(client.asked).toEqual(['Approve 120 EUR for a train ticket?']);
  expect(readFileSync(join(dir, 'data/approvals.jsonl'), 'utf8')).toContain('"approved":true');
  await healthy(dir);
  say('approved an expense');
});

/** What `npm run release` hands in is packed as it is published; here, bundling the client is left out. */
async function pack(): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 1 << 26 });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(place, filename);
}

/** A real client, started as the configuration that `init` wrote for Claude Code says. */
async function connect(dir: string, answer?: Record<string, unknown>) {
  const { tandem: server } = JSON.parse(readFileSync(join(dir, '.mcp.json'), 'utf8')).mcpServers;
  expect(server.args[0]).toContain(install);
  const client = new Client(
    { name: 'newcomer', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  const asked: string[] = [];
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept' as const, content: answer as Record<string, string | boolean> };
    });
  await client.connect(new StdioClientTransport({ ...server, cwd: dir, env, stderr: 'ignore' }));
  const callTool = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content as { text: string }[];
    if (result.isError) throw new Error(`${name}: ${first?.text}`);
    return result;
  };
  return {
    asked,
    call: async (name: string, args: Record<string, unknown>) =>
      (await callTool(name, args)).structuredContent,
    text: async (name: string, args: Record<string, unknown>) =>
      ((await callTool(name, args)).content as { text?: string }[]).map(({ text }) => text).join('\n'),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function healthy(dir: string): Promise<void> {
  const report = JSON.parse(await tandem(dir, 'doctor', '--json'));
  expect(report.checks.filter(({ status }: { status: string }) => status === 'wrong')).toEqual([]);
  expect(report.ok).toBe(true);
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}

/** As `du` counts, but without rounding files up to blocks. */
function sizeOf(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

/** Packages with native code that was compiled on this machine. */
function builtHere(modules: string): string[] {
  return readdirSync(modules).filter((name) => existsSync(join(modules, name, 'build/Release')));
}
