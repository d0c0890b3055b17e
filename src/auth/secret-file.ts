import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { TandemError } from '../errors.ts';

/** Shorter ones, an empty file above all, are accidents. */
const MIN_LENGTH = 16;

/** The secret kept in a file that only its owner may read; made on first use, the same from then on. */
export function readOrCreateSecret(path: string): string {
  const existing = readSecret(path);
  if (existing !== undefined) return existing;
  try {
    createSecret(path);
  } catch (cause) {
    throw unusable(path, `cannot be written (${codeOf(cause)}). Make its folder writable`, cause);
  }
  // Read back rather than returned: another process may have been first, and both must agree.
  const secret = readSecret(path);
  if (secret === undefined) throw unusable(path, 'was removed while it was being created. Try again');
  return secret;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Replaces what the file has. */
export function writeSecret(path: string, secret: string): void {
  try {
    renameSync(writeTemporary(path, secret), path);
  } catch (cause) {
    throw unusable(path, `cannot be written (${codeOf(cause)}). Make its folder writable`, cause);
  }
}

/** Whole, and for its owner alone, before it has the name. */
function writeTemporary(path: string, secret: string): string {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary;
}

function createSecret(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = writeTemporary(path, newSecret());
  try {
    // Linking fails when the name is taken, and the file is whole before it has the name.
    linkOrCopy(temporary, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some shared and removable file systems have no links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EPROTO'].includes(codeOf(error))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Undefined if there is no such file. */
export function readSecret(path: string): string | undefined {
  let secret: string;
  try {
    const file = openSync(path, 'r');
    try {
      const { mode } = fstatSync(file);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) fchmodSync(file, 0o600);
      secret = readFileSync(file, 'utf8').trim();
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw unusable(
      path,
      `cannot be read or made private (${codeOf(cause)}). Make it yours with mode 0600`,
      cause,
    );
  }
  if (secret.length < MIN_LENGTH || !/^[\x21-\x7e]+$/.test(secret)) {
    throw unusable(path, 'does not contain a secret. Delete it, and a new one is created');
  }
  return secret;
}

function unusable(path: string, problem: string, cause?: unknown): TandemError {
  return new TandemError('invalid_config', `The secret file ${path} ${problem}.`, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
