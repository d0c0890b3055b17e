import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { root } from './run.mjs';

const cli = join(root, 'dist/cli/main.js');

/** A real server on a folder that `prepare` has filled, with an agent on it. */
export async function servePhotographed(prepare) {
  const dir = mkdtempSync(join(tmpdir(), 'screenshots-'));
  prepare(dir);
  const args = [cli, 'serve', '--dir', dir, '--port', '0', '--mcp-port', '0'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = await new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('mcpServers')) resolve(text);
    });
  });
  const [, mcpUrl] = /MCP: +(\S+)/.exec(printed);
  const keyFile = ['.tandem/mcp-key', '.lowdefy/mcp-key']
    .map((name) => join(dir, name))
    .find((file) => existsSync(file));
  const headers = { Authorization: `Bearer ${readFileSync(keyFile, 'utf8').trim()}` };
  const agent = new Client({ name: 'photographer', version: '1.0.0' });
  await agent.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }));
  return {
    call: (name, args) => agent.callTool({ name, arguments: args }),
    /** Every browser needs a code of its own. */
    entry: () =>
      execFileSync(process.execPath, [cli, 'open', '--print', '--dir', dir], { encoding: 'utf8' }).trim(),
    async close() {
      await agent.close();
      server.kill();
      await once(server, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The invoices example with fresh data. */
export function copyInvoices(dir) {
  const example = join(root, 'examples/invoices');
  cpSync(example, dir, {
    recursive: true,
    filter: (path) => !/\/(data|\.lowdefy|\.tandem)(\/|$)/.test(path.slice(example.length)),
  });
  const seed = [join(example, 'seed.mjs'), '--file', join(dir, 'data/invoices.db')];
  execFileSync(process.execPath, seed, { stdio: 'ignore' });
}
