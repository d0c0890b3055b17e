// node scripts/make-mcpb.mjs [--tarball FILE] [--out FILE]: makes the bundle for desktop clients (.mcpb) with the official tool, which
// also checks it, and starts the server from the finished bundle. It contains native packages, so it is for the platform it is made on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pack } from './pack.mjs';
import { root } from './run.mjs';

const TOOL = '@anthropic-ai/mcpb@2.1.2';

const { values } = parseArgs({ options: { tarball: { type: 'string' }, out: { type: 'string' } } });
const place = mkdtempSync(join(tmpdir(), 'tandem-mcpb-'));
const stage = join(place, 'stage');
mkdirSync(stage);
try {
  const manifest = JSON.parse(readFileSync(join(root, 'plugin', 'mcpb-manifest.json'), 'utf8'));
  manifest.compatibility.platforms = [process.platform];
  writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const tarball = values.tarball ? resolve(values.tarball) : pack(place).tarball;
  npm(
    ['install', tarball, '--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--loglevel=error'],
    stage,
  );
  mcpb(['validate', join(stage, 'manifest.json')]);
  const out = resolve(values.out ?? join(root, `tandem-mcp-${manifest.version}-${process.platform}.mcpb`));
  mcpb(['pack', stage, out]);
  await tryOut(out);
  console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function npm(args, cwd) {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

function mcpb(args) {
  npm(['exec', '--yes', `--package=${TOOL}`, '--', 'mcpb', ...args], place);
}

/** As a desktop client does: unpack, fill in what the person chose, start, list the tools. */
async function tryOut(file) {
  const home = join(place, 'unpacked');
  const folder = join(place, 'folder');
  mkdirSync(folder);
  mcpb(['unpack', file, home]);
  const { server } = JSON.parse(readFileSync(join(home, 'manifest.json'), 'utf8'));
  const fill = (text) => text.replace(`\${__dirname}`, home).replace(`\${user_config.folder}`, folder);
  const { command, args } = server.mcp_config;
  const client = new Client({ name: 'make-mcpb', version: '1' });
  await client.connect(new StdioClientTransport({ command, args: args.map(fill), stderr: 'inherit' }));
  const { tools } = await client.listTools();
  await client.close();
  if (!tools.some(({ name }) => name === 'ui_start'))
    throw new Error('The server of the bundle has no tools.');
  console.log(`The server of the bundle starts and has ${tools.length} tools.`);
}
