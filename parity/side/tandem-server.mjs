import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { root } from '../../scripts/run.mjs';

const cli = join(root, 'dist', 'cli', 'main.js');

/** A real server on a folder, an agent's client and the person's way in. `user` is the app's user that both act as. */
export async function startTandem(dir, { user = null } = {}) {
  const env = { ...process.env, ...(user && { TANDEM_USER: JSON.stringify(user) }) };
  const file = (name) => readFileSync(join(dir, '.tandem', name), 'utf8').trim();
  let child = await serve(['--port', '0', '--mcp-port', '0']);
  const ports = { ui: file('ui-port'), mcp: file('mcp-port') };
  const clients = [];
  return {
    /** The address that opens the list of sessions, with a code that works once. */
    address: () => printed([cli, 'open', '--print', '--dir', dir]),
    /** A new agent: `call` returns the texts of the result, or throws what the tool refused. */
    async agent() {
      const client = new Client({ name: 'agent', version: '1.0.0' });
      const requestInit = { headers: { Authorization: `Bearer ${file('mcp-key')}` } };
      const url = new URL(`http://127.0.0.1:${ports.mcp}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      clients.push(client);
      return {
        async call(name, given) {
          const { content, isError } = await client.callTool({ name, arguments: given });
          const texts = content.map(({ text }) => text ?? '');
          if (isError) throw new Error(texts[0]);
          return texts;
        },
      };
    },
    /** Killed, and started again on the same ports. */
    async restart() {
      await end('SIGKILL');
      child = await serve(['--port', ports.ui, '--mcp-port', ports.mcp]);
    },
    async stop() {
      for (const client of clients) await client.close().catch(() => {});
      await end('SIGTERM');
    },
  };

  async function end(signal) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async function serve(args) {
    const started = spawn(process.execPath, [cli, 'serve', '--dir', dir, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8');
    started.stderr.on('data', (text) => {
      said += text;
    });
    await new Promise((resolve, reject) => {
      let told = '';
      started.stdout.on('data', (text) => {
        told += text;
        if (told.includes('mcpServers') && told.endsWith('}\n\n')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`tandem serve ended with ${code}: ${said}`)));
    });
    return started;
  }

  async function printed(args) {
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    started.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    await once(started, 'close');
    return text.trim();
  }
}
