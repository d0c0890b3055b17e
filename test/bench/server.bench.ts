import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, test } from 'vitest';
import { ratio, timed } from './ratio.ts';

const bare = join(import.meta.dirname, 'bare-server.mjs');
const ours = join(import.meta.dirname, 'noop-server.mjs');
const cli = join(import.meta.dirname, '../../dist/cli/main.js');
const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-'));
const closers: (() => unknown)[] = [];
const CALLS = 200;

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(dir, { recursive: true, force: true });
});

/** From spawn to the response to tools/list, over raw stdio, so that no client's own start counts. */
async function startToList(args: string[]): Promise<number> {
  return timed(async () => {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'bench', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list' });
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.includes('"id":2')) break;
    }
    child.kill('SIGKILL');
  });
}

async function stdioClient(args: string[]): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  closers.push(() => client.close());
  return client;
}

async function httpClient(args: string[]): Promise<Client> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  closers.push(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  const [port, key] = String(line).trim().split(' ');
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  closers.push(() => client.close());
  return client;
}

async function calls(client: Client): Promise<number> {
  const spent = await timed(async () => {
    for (let i = 0; i < CALLS; i++) await client.callTool({ name: 'noop', arguments: { text: 'x' } });
  });
  return spent / CALLS;
}

test('process start to first tools/list', () =>
  ratio('start to first tools/list', {
    ours: () => startToList([cli, 'mcp', '--dir', dir]),
    base: () => startToList([bare, 'stdio']),
    goal: '≤ 1.5x',
  }));

test('a no-op tool call over stdio', async () => {
  const [a, b] = [await stdioClient([ours, 'stdio', dir]), await stdioClient([bare, 'stdio'])];
  await ratio('no-op call, stdio', { ours: () => calls(a), base: () => calls(b), goal: '≤ 1.3x' });
});

test('a no-op tool call over HTTP', async () => {
  const [a, b] = [await httpClient([ours, 'http', dir]), await httpClient([bare, 'http'])];
  await ratio('no-op call, HTTP', { ours: () => calls(a), base: () => calls(b), goal: '≤ 1.3x' });
});
