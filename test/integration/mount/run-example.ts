import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

/** The server of each example; for Next.js, its routes in a plain server. */
export const EXAMPLES = {
  hono: join(root, 'examples/embed/hono/server.mjs'),
  express: join(root, 'examples/embed/express/server.mjs'),
  next: join(import.meta.dirname, 'next-server.mjs'),
} as const;

const LOWDEFY = join(root, 'examples/embed/lowdefy');

export interface RunningExample {
  origin: string;
  url: string;
  stop(): Promise<void>;
}

/** Run an example in a process of its own, with its data in `dir`. */
export async function runExample(name: keyof typeof EXAMPLES, dir: string): Promise<RunningExample> {
  return runServer(EXAMPLES[name], dir);
}

/** The app of the Lowdefy example in `dir`, and its build where its server expects it. */
export async function buildLowdefyExample(dir: string): Promise<void> {
  cpSync(join(LOWDEFY, 'bakery'), dir, { recursive: true, filter: (path) => !path.includes('.lowdefy') });
  const env = { ...process.env, TANDEM_DIR: dir };
  await promisify(execFile)(process.execPath, [join(LOWDEFY, 'build.mjs')], { env });
}

/** Build the app of the Lowdefy example in `dir`, and run its server. */
export async function runLowdefyExample(dir: string, more?: NodeJS.ProcessEnv): Promise<RunningExample> {
  await buildLowdefyExample(dir);
  return runServer(join(LOWDEFY, 'server.mjs'), dir, more);
}

async function runServer(file: string, dir: string, more: NodeJS.ProcessEnv = {}): Promise<RunningExample> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const url = `${origin}/tandem`;
  const env = { ...process.env, PORT: String(port), TANDEM_DIR: dir, TANDEM_URL: url, ...more };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => ['it ended']),
  ]);
  if (line !== `${origin}/`) throw new Error(`${file} does not serve: ${line}`);
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
