import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

/** The server of each example; for Next.js, its routes in a plain server. */
export const EXAMPLES = {
  hono: join(root, 'examples/embed/hono/server.mjs'),
  express: join(root, 'examples/embed/express/server.mjs'),
  next: join(import.meta.dirname, 'next-server.mjs'),
} as const;

export interface RunningExample {
  origin: string;
  url: string;
  stop(): Promise<void>;
}

/** Run an example in a process of its own, with its data in `dir`. */
export async function runExample(name: keyof typeof EXAMPLES, dir: string): Promise<RunningExample> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const url = `${origin}/tandem`;
  const env = { ...process.env, PORT: String(port), TANDEM_DIR: dir, TANDEM_URL: url };
  const child = spawn(process.execPath, [EXAMPLES[name]], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => ['it ended']),
  ]);
  if (line !== `${origin}/`) throw new Error(`The ${name} example does not serve: ${line}`);
  return {
    origin,
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
