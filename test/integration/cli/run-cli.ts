import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkLowdefy } from '../lowdefy/test-lowdefy.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const cli = join(root, 'dist', 'cli', 'main.js');

export interface Finished {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** The environment of a child process, without anything that would configure it. */
export function cleanEnv(more: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(TANDEM_|VITEST|NODE_)/.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...more };
}

/** Runs `tandem …` until it exits. */
export async function runCli(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Finished> {
  return finish(start([cli, ...args], { ...options, mostMs: 150_000 }));
}

export async function runNode(args: string[], cwd: string): Promise<Finished> {
  return finish(start(args, { cwd, mostMs: 150_000 }));
}

export interface Serving {
  pid: number;
  ui: number;
  mcp: number;
  /** What was printed before it was ready. */
  printed: string;
  stderr(): string;
  file(name: string): string;
  /** Asks it to stop and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
  /** Whatever the result of a test, no server is left behind. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts `tandem serve`, or a program with the same arguments and output, and waits until it is ready. */
export async function serveCli(
  dir: string,
  options: { command?: string; args?: string[]; env?: Record<string, string>; program?: string } = {},
): Promise<Serving> {
  const { command = 'serve', args = ['--port', '0', '--mcp-port', '0'], env, program = cli } = options;
  linkLowdefy(dir);
  const child = start([program, command, '--dir', dir, ...args], { env });
  const finished = finish(child);
  let printed = '';
  let stderr = '';
  child.stderr?.on('data', (text: string) => {
    stderr += text;
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: string) => {
      printed += text;
      if (printed.includes('mcpServers') && printed.endsWith('}\n\n')) resolve();
    });
  });
  await Promise.race([
    ready,
    finished.then(({ code }) => {
      throw new Error(`tandem serve ended with ${code}: ${stderr}`);
    }),
  ]);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const { code, signal: by } = await finished;
    return { code, signal: by };
  };
  const file = (name: string) => readFileSync(join(dir, '.tandem', name), 'utf8').trim();
  return {
    pid: child.pid ?? 0,
    ui: Number(file('ui-port')),
    mcp: Number(file('mcp-port')),
    printed,
    stderr: () => stderr,
    file,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  };
}

/** A folder for one test file; `[Symbol.dispose]` removes it. */
/** Without an app in it, offers its tools all the same. */
export const LOWDEFY_ONLY = { 'tandem.yaml': 'areas: [lowdefy]\n' };

export function tempFolder(files: Record<string, string> = LOWDEFY_ONLY): {
  path: string;
  [Symbol.dispose](): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'tandem-cli-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function start(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string; mostMs?: number },
): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? tmpdir(),
    env: cleanEnv(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process that should have exited, or a server that should have been refused, must not outlive its test.
    timeout: options.mostMs,
    killSignal: 'SIGKILL',
  });
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}

async function finish(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}
