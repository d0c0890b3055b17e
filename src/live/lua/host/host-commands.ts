import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { hasCode } from '../../../lib/has-code.ts';
import { partsBelow } from '../../../lib/parts-below.ts';
import { realPath } from '../../../lib/real-path.ts';
import type { Permissions } from '../live-runtime.ts';
import type { HostFunction } from '../lua-vm.ts';
import { Refused } from './allowed-path.ts';
import { answering } from './answering.ts';
import { APP_FOLDERS } from './file-names.ts';
import type { OpenStream } from './open-streams.ts';

/** What a shell returns for a command that may not run, and for one that is not there. */
const EXIT_REFUSED = 126;
const EXIT_NOT_FOUND = 127;
class NotFound extends Refused {}

const MAX_OUTPUT = 16 * 1024 * 1024;
/** Variables that programs need to start; the rest of our environment may contain secrets. */
const PLAIN_ENV = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot'];

export interface HostCommandsOptions {
  baseDir: string;
  /** Where commands run: the project that the base folder belongs to. */
  projectDir: string;
  commands: Permissions['commands'];
  add(stream: OpenStream): number;
  /** The deadline of the call that runs a command. */
  deadline(): number;
  /** Receives the output of os.execute. */
  log(stream: 'stdout' | 'stderr', text: string): void;
}

/** os.execute, io.popen and os.getenv. A command blocks only its session, and ends with its call. */
export function createHostCommands(options: HostCommandsOptions): Record<string, HostFunction> {
  const { projectDir, commands, add, deadline, log } = options;
  const env =
    commands === 'all'
      ? process.env
      : Object.fromEntries(
          PLAIN_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
        );

  const run = (command: string, input?: Uint8Array) => {
    const timeout = Math.max(1, Math.min(deadline() - Date.now(), 2 ** 31 - 1));
    const common = {
      cwd: projectDir,
      env,
      timeout,
      maxBuffer: MAX_OUTPUT,
      killSignal: 'SIGKILL' as const,
      input,
    };
    const [file = '', ...args] = allowedCommand(command, commands);
    checkProgram(file, options);
    const done =
      commands === 'all'
        ? spawnSync(command, { ...common, shell: true })
        : spawnSync(file, args, { ...common, shell: false });
    if (hasCode(done.error, 'ENOENT')) throw new NotFound(`${file}: command not found`);
    if (done.error && done.status === null) throw new Error(`${command}: ${done.error.message}`);
    return { status: done.status ?? 1, stdout: done.stdout, stderr: done.stderr };
  };

  return {
    'command.allowed': () => commands !== 'none',
    'command.run': (command) => {
      try {
        const { status, stdout, stderr } = run(String(command));
        if (stdout.length > 0) log('stdout', stdout.toString());
        if (stderr.length > 0) log('stderr', stderr.toString());
        return status;
      } catch (error) {
        // Apps look at the code, as they would after a shell: an error would stop them in the middle of their work.
        if (!(error instanceof Refused)) throw error;
        log('stderr', `os.execute: ${error.message}\n`);
        return error instanceof NotFound ? EXIT_NOT_FOUND : EXIT_REFUSED;
      }
    },
    'command.open': answering((command, mode) => {
      const text = String(command);
      allowedCommand(text, commands);
      return add(mode === 'r' ? outputOf(run(text), log) : inputOf((bytes) => run(text, bytes), log));
    }),
    env: (name) => (commands === 'all' ? (process.env[String(name)] ?? null) : null),
  };
}

/** The words of an allowed command; with a list of commands there is no shell, so nothing may need one. */
function allowedCommand(command: string, commands: Permissions['commands']): string[] {
  if (command.includes('\0')) throw new Refused('a command cannot contain a zero byte');
  if (commands === 'all') return [command];
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
  const [name = ''] = words;
  if (commands === 'none' || !commands.includes(name))
    throw new Refused(
      `app code may not run "${name}"; grant permissions.commands: [${name}] (or all) in tandem.yaml`,
    );
  if (/[|&;<>`$(){}\n\\]/.test(command.replace(/'[^']*'/g, '')))
    throw new Refused(
      `${command}: pipes and other shell syntax need permissions.commands: all in tandem.yaml`,
    );
  return words;
}

/** A program in a folder that app code can write could be its own. */
function checkProgram(file: string, { baseDir, projectDir, commands }: HostCommandsOptions): void {
  if (commands === 'all' || !file.includes('/')) return;
  const [top = ''] = partsBelow(realPath(baseDir), realPath(resolve(projectDir, file))) ?? [];
  if (APP_FOLDERS.includes(top))
    throw new Refused(
      `"${file}" is in ${top}/, where app code can write; move the program elsewhere, or grant permissions.commands: all in tandem.yaml`,
    );
}

type Done = { status: number; stdout: Buffer; stderr: Buffer };
type Log = HostCommandsOptions['log'];

function outputOf({ status, stdout, stderr }: Done, log: Log): OpenStream {
  let position = 0;
  if (stderr.length > 0) log('stderr', stderr.toString());
  return {
    read(length) {
      const part = stdout.subarray(position, position + length);
      position += part.length;
      return part;
    },
    write: () => {
      throw new Refused('the command was opened for reading');
    },
    seek: () => {
      throw new Refused('a command has no position');
    },
    close: () => [status === 0, 'exit', status],
  };
}

function inputOf(run: (bytes: Uint8Array) => Done, log: Log): OpenStream {
  const parts: Uint8Array[] = [];
  return {
    read: () => new Uint8Array(),
    write: (bytes) => void parts.push(bytes.slice()),
    seek: () => {
      throw new Refused('a command has no position');
    },
    close: () => {
      const { status, stdout, stderr } = run(Buffer.concat(parts));
      if (stdout.length > 0) log('stdout', stdout.toString());
      if (stderr.length > 0) log('stderr', stderr.toString());
      return [status === 0, 'exit', status];
    },
  };
}
