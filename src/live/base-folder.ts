import { randomBytes } from 'node:crypto';
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../errors.ts';
import { hasCode } from '../lib/has-code.ts';

/** The folder of a live UI: its logs, and the files that scripts read. */
export interface BaseFolder {
  path: string;
  /** The same for every name of the folder, links resolved. */
  realPath: string;
  /** Where `print` and io.stdout of app code go, and where io.stderr and failures. */
  logs: { stdout: string; stderr: string };
  /** Opened for each write, so that others may truncate or follow the file. */
  log(stream: 'stdout' | 'stderr', text: string): void;
  writeAccess(access: { ui: number; mcp: number; token: string }): void;
}

/** What must not be in a repository, because it is specific to one machine. */
const IGNORED = ['.tandem/', 'log/', 'ui-port', 'mcp-port', 'ui-token'];

/** Prepares the folder; logs of an earlier configuration are moved aside. */
export function prepareBaseFolder(path: string, report: (error: unknown) => void): BaseFolder {
  try {
    mkdirSync(join(path, 'log'), { recursive: true });
    accessSync(path, constants.R_OK | constants.W_OK);
    const folder = toBaseFolder(path, report);
    for (const log of Object.values(folder.logs)) {
      moveAside(log);
      appendToLog(log, '');
    }
    ignoreOwnFiles(join(path, '.gitignore'));
    return folder;
  } catch (error) {
    throw toReason(path, error);
  }
}

function toBaseFolder(path: string, report: (error: unknown) => void): BaseFolder {
  let isReported = false;
  const logs = { stdout: join(path, 'log', 'lua.log'), stderr: join(path, 'log', 'lua-err.log') };
  return {
    path,
    realPath: realpathSync(path),
    logs,
    log(stream, text) {
      try {
        // The folder may have been deleted in the meantime.
        mkdirSync(join(path, 'log'), { recursive: true });
        appendToLog(logs[stream], text);
      } catch (error) {
        // A log failure must break neither app code nor the server.
        if (!isReported) report(error);
        isReported = true;
      }
    },
    writeAccess({ ui, mcp, token }) {
      const files = { 'ui-port': ui, 'mcp-port': mcp, 'ui-token': token };
      for (const [name, value] of Object.entries(files)) replaceFile(join(path, name), `${value}\n`);
    },
  };
}

function moveAside(log: string): void {
  try {
    renameSync(log, `${log}.old`);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** App code decides what is logged, so a link must not decide where. */
function appendToLog(log: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const file = openSync(log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Keeps machine-specific files, above all the token, out of a repository; existing lines of the file stay. */
function ignoreOwnFiles(path: string): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const missing = IGNORED.filter((line) => !lines.includes(line));
  if (missing.length === 0) return;
  appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
}

/** Written completely, readable by its owner only, whatever was there before. */
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new TandemError('unavailable', `${path} cannot be written: ${why}. Move the existing file away.`);
  }
}

function toReason(path: string, error: unknown): unknown {
  const refuse = (why: string) => new TandemError('invalid_input', `base_dir "${path}" ${why}`);
  if (hasCode(error, 'ENOTDIR', 'EEXIST'))
    return refuse('is not a folder. Choose a folder, or a path where one can be created.');
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
    return refuse('is not writable. Change its permissions, or choose another.');
  if (hasCode(error, 'ENAMETOOLONG', 'EINVAL', 'ELOOP')) return refuse('is not a valid path.');
  if (hasCode(error, 'ENOSPC')) return refuse('cannot be created: the disk is full.');
  return statSync(path, { throwIfNoEntry: false }) === undefined && hasCode(error, 'ENOENT')
    ? refuse('cannot be created.')
    : error;
}
