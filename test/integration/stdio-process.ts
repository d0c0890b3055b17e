import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from './harness.ts';
import { linkLowdefy } from './lowdefy/test-lowdefy.ts';
import type { ToolAnswer } from './modern-http.ts';

export interface Answer {
  id: number;
  result?: ToolAnswer & Record<string, unknown>;
  error?: { code: number; message: string };
}

/** A server as a child process, spoken to line by line. */
export interface StdioProcess {
  pid: number;
  request(method: string, params?: Record<string, unknown>): Promise<Answer>;
  initialize(): Promise<Answer>;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  write(message: Record<string, unknown>): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  /** What came on stdout and is not a JSON-RPC message. */
  strayLines: string[];
  stderr(): string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const SCRIPTS = {
  fixture: [fileURLToPath(new URL('fixture-server.mjs', import.meta.url))],
  cli: [fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)), 'mcp', '--dir'],
};

/** `fixture` has the fixture tools; `cli` is the program as people start it. */
export function startStdio(cleanup: Cleanup, dir: string, script: keyof typeof SCRIPTS): StdioProcess {
  if (script === 'cli') linkLowdefy(dir);
  const child = spawn(process.execPath, [...SCRIPTS[script], dir], {
    env: { PATH: process.env.PATH, HOME: dir },
    stdio: 'pipe',
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // `close`, not `exit`: by then everything it wrote has been read.
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  cleanup.add(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const strayLines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line);
    if (!message) strayLines.push(line);
    else waiting.get(message.id)?.(message);
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  // Writing to a process that was killed is what some tests do.
  child.stdin.on('error', () => {});

  let lastId = 0;
  const write = (message: Record<string, unknown>) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: Record<string, unknown> = {}) => {
    const id = ++lastId;
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      void exited.then(() => reject(new Error(`the server ended before it answered ${method}\n${stderr}`)));
      write({ id, method, params });
    });
  };
  return {
    pid: child.pid ?? 0,
    request,
    async initialize() {
      const clientInfo = { name: 'by-hand', version: '1' };
      const answer = await request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo,
      });
      write({ method: 'notifications/initialized' });
      return answer;
    },
    call: (name, args = {}) => request('tools/call', { name, arguments: args }),
    write,
    endInput: () => child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    strayLines,
    stderr: () => stderr,
    exited,
  };
}

function parse(line: string): Answer | undefined {
  try {
    const message = JSON.parse(line) as Answer & { jsonrpc?: unknown };
    return message.jsonrpc === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The addresses a process listens on, as the kernel has them (Linux). */
export function listeningOf(pid: number): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // Closed since it was listed.
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, address]) => toAddress(address ?? '')),
  );
}

/** `0100007F:1F40` is 127.0.0.1:8000; other than IPv4 stays as it is. */
function toAddress(hex: string): string {
  const [host = '', port = ''] = hex.split(':');
  const parts = host.length === 8 ? host.match(/../g)?.reverse() : undefined;
  const shown = parts?.map((part) => Number.parseInt(part, 16)).join('.') ?? host;
  return `${shown}:${Number.parseInt(port, 16)}`;
}

export function childrenOf(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
}

/** The processes of apps that a server has, by what they are for. */
export function processesOf(server: number): { pid: string; job: string }[] {
  return childrenOf(server)
    .split(' ')
    .filter((pid) => pid !== '')
    .flatMap((pid) => {
      const [, job] = /(\w+)-process\.js/.exec(commandOf(pid)) ?? [];
      return job === undefined ? [] : [{ pid, job }];
    });
}

/** What a process runs; empty if it is gone. */
export function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
