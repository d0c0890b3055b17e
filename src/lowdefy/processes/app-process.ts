import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { TandemError } from '../../errors.ts';
import { toFileFault } from '../../lib/file-fault.ts';
import type { Logger } from '../../lib/logger.ts';
import { endWithServer } from './end-with-server.ts';
import { type MessagePipe, openMessagePipe } from './message-pipe.ts';
import { type Built, CHANNEL_FD, type ProcessControl, type Report } from './process-protocol.ts';
import { fromWire } from './wire-error.ts';

interface ProcessOptions {
  job: 'build' | 'page' | 'request';
  start: unknown;
  env: NodeJS.ProcessEnv;
  /** Arguments for Node itself. */
  flags?: readonly string[];
  maxHeapMb: number;
  log: Logger;
  receive?(message: { kind: string }): void;
  /** Called when it ended without being asked to. */
  onLoss?(error: TandemError): void;
}

const DRAIN_MS = 1000;

/** One process that runs code of an app, seen from the server. */
export class AppProcess {
  /** Rejects as loading the app did. */
  readonly ready: Promise<Built | undefined>;
  readonly exited: Promise<void>;
  isReady = false;
  isGone = false;
  /** How many checks in a row it has not responded to. */
  missed = 0;
  /** And how many checks in a row without a step of progress since the one before. */
  stuck = 0;
  readonly #child: ChildProcess;
  #pipe: MessagePipe | undefined;
  #steps = 0;
  #stepsSeen = 0;
  #isPinged = false;
  #isClosing = false;
  #isBroken = false;

  constructor(options: ProcessOptions) {
    const { log, maxHeapMb, receive, onLoss } = options;
    const flags = [`--max-old-space-size=${maxHeapMb}`, ...(options.flags ?? [])];
    const child = spawn(process.execPath, [...flags, fileOf(options.job)], {
      env: options.env,
      // The server's own stdout belongs to JSON-RPC.
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    endWithServer(child);
    this.ready = new Promise((resolve, reject) => {
      const lose = (reason: string) => {
        const isExpected = this.isGone || this.#isClosing;
        this.isGone = true;
        const error = goneError(reason);
        reject(error);
        if (isExpected) return;
        log.error(`A process of an app ended: ${reason}.`);
        onLoss?.(error);
      };
      const hear = (message: Report | { kind: 'other' }) => {
        // A process that sent nonsense is no longer trusted.
        if (this.#isBroken) return;
        if (message.kind === 'step') this.#steps++;
        else if (message.kind === 'log') tell(log, message);
        else {
          this.#answered();
          if (message.kind === 'ready') {
            this.isReady = true;
            resolve(message.built);
          } else if (message.kind === 'failed') reject(fromWire(message.error));
          else if (message.kind !== 'pong') receive?.(message);
        }
      };
      child.on('error', (error) => lose(whyNotStarted(error)));
      child.on('exit', (code, signal) => lose(reasonOf(code, signal, maxHeapMb)));
      // Node leaves it out if no more files can be opened; the error event follows.
      const channel = (child.stdio as typeof child.stdio | undefined)?.[CHANNEL_FD] as Duplex | undefined;
      this.#pipe =
        channel &&
        openMessagePipe(channel, hear, (error) => {
          log.error('a process of an app sent an invalid message', error);
          this.#isBroken = true;
          lose('it sent an invalid message');
          this.kill();
        });
    });
    // Callers that wait receive the error; a process started ahead of need may have none.
    this.ready.catch(() => {});
    this.exited = new Promise((resolve) => {
      // By then everything it sent has been read.
      child.once('close', () => resolve());
      // Programs that it started may keep its output open.
      child.once('exit', () => setTimeout(resolve, DRAIN_MS).unref());
      child.once('error', () => resolve());
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => log.debug('app', String(chunk).trimEnd()));
    this.send({ kind: 'start', start: options.start });
  }

  send(message: ProcessControl | object): void {
    if (!this.isGone) this.#pipe?.send(message);
  }

  /** Checks whether it still responds. Not by the clock: this process may have been suspended, too. */
  check(): void {
    if (this.#isPinged) this.missed++;
    else this.send({ kind: 'ping' });
    this.#isPinged = true;
    this.stuck = this.missed > 0 && this.#steps === this.#stepsSeen ? this.stuck + 1 : 0;
    this.#stepsSeen = this.#steps;
  }

  /** Nothing in it survives this, native code included. */
  kill(): void {
    this.isGone = true;
    // A process that could not be started has no id, and Node would signal number 0: this process and its group.
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL');
  }

  /** Let it finish what it has begun, close databases and exit. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.send({ kind: 'close' });
    if (!this.isReady) this.kill();
    await this.exited;
  }

  #answered(): void {
    this.#isPinged = false;
    this.missed = 0;
    this.stuck = 0;
  }
}

function whyNotStarted(error: Error): string {
  const { message } = toFileFault(error, 'it could not be started') ?? error;
  return message.replace(/\.$/, '');
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, maxHeapMb: number): string {
  // V8 aborts a process that runs out of memory.
  if (signal === 'SIGABRT' || code === 134)
    return `it used more than ${maxHeapMb} MB of memory (mcp.limits.appMemoryMb)`;
  return `it ended (${signal ?? `exit code ${code}`})`;
}

export function goneError(reason: string): TandemError {
  return new TandemError(
    'unavailable',
    `The app's process ended: ${reason}. Nothing of this call was saved, but its writes to databases remain. The session continues from where it was before the call: check it before you repeat the call.`,
  );
}

function fileOf(job: string): string {
  const here = import.meta.url;
  // From TypeScript sources (tests) it runs the built file, because Node 20 cannot run TypeScript.
  const folder = here.endsWith('.ts') ? '../../../dist/bundle' : '../../bundle';
  return fileURLToPath(new URL(`${folder}/${job}-process.js`, here));
}

function tell(log: Logger, { level, message, detail }: Extract<Report, { kind: 'log' }>): void {
  const isError = detail !== null && typeof detail === 'object' && 'message' in detail;
  log[level](message, isError ? fromWire(detail) : detail);
}
