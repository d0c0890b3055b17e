import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from './has-code.ts';
import { syncFolder } from './sync-folder.ts';
import { highest, isTempName, toTempPath, versionOf, versionPath } from './version-name.ts';

/*
 * A file with compare-and-set that survives a kill at any moment. It is kept as `<name>-<N>.json`; the
 * highest N is the current one. Why it is right:
 *
 * - `link` makes version N with its whole content or fails: of many writers that come from N-1 one wins,
 *   and a killed writer leaves at most a temporary file.
 * - The highest version is never removed, so there is always a current one and no lock that could go stale.
 * - Older versions are removed, so a writer that slept may find slot N free again. A higher version is
 *   there in that case, and no reader has ever taken the late file for the current one: the writer takes it
 *   back and reports a conflict.
 * - A higher version is also there when N won and somebody has already built on it. The two cases must not be
 *   mixed up, so whoever builds on a version first seals it, by its open file and having seen that it is the
 *   highest. A late file is never the highest, hence never sealed.
 *
 * The small steps are synchronous on purpose: each is a few microseconds, a trip to the thread pool is more. Removing
 * files is not among them: on a busy disk it takes much longer, and nobody waits for its order.
 */

const TEMP_FILE_LIFE_MS = 60_000;
const OWNER_WRITE = 0o200;
const syncToDisk = promisify(fsync);

export interface VersionWriteOptions {
  /** Whether to wait until it is on disk. */
  durable: boolean;
  /** Looks at the version that is about to be replaced; what it throws ends the write, with nothing changed. */
  check?: (previous: string) => void;
  /** The caller made the version before itself: its writer is done and needs no seal, and nothing is checked. */
  isOwnPredecessor?: boolean;
}

/** Make version `version` from the one before it; `conflict` when somebody else made it first. */
export async function writeVersion(
  dir: string,
  name: string,
  version: number,
  text: string,
  { durable, check, isOwnPredecessor = false }: VersionWriteOptions,
): Promise<'written' | 'conflict'> {
  const own = versionPath(dir, name, version);
  const temp = toTempPath(dir);
  const fd = openSync(temp, 'wx', 0o600);
  // Beside the thread that everybody shares: on a busy disk each of these can take milliseconds.
  const removing: Promise<void>[] = [];
  try {
    try {
      writeFileSync(fd, text);
      const disk = durable ? syncToDisk(fd) : undefined;
      try {
        if (!isOwnPredecessor && !sealPredecessor(dir, name, version - 1, check)) return 'conflict';
      } finally {
        // The disk was busy meanwhile, and the file must stay open until it is done.
        if (disk) await disk;
      }
      linkSync(temp, own);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return 'conflict';
      // Somebody took this writer for dead, after a minute's sleep, and removed its temporary file.
      if (hasCode(error, 'ENOENT') && existsSync(dir)) return 'conflict';
      throw error;
    } finally {
      removing.push(remove(temp));
    }
    const files = namesIn(dir, name);
    if (highest(files, name) > version && !isSealed(fd)) {
      removeIfThere(own);
      return 'conflict';
    }
    // A file system that has hard links keeps the order of a folder's changes: after a power cut the old version
    // cannot be gone and the new one not be there.
    if (durable) removing.push(syncFolder(dir));
    removing.push(...leftovers(dir, name, version, files).map(remove));
    return 'written';
  } finally {
    closeSync(fd);
    await Promise.all(removing);
  }
}

/** The current version, or undefined when there is none. */
export function readLatest(dir: string, name: string): { version: number; text: string } | undefined {
  for (let missing = 0; ; ) {
    const version = latestVersion(dir, name);
    if (version === 0) return undefined;
    try {
      return { version, text: readFileSync(versionPath(dir, name, version), 'utf8') };
    } catch (error) {
      // A writer replaced it since the folder was read, so there is a newer one. If not, it is a dangling link.
      if (!hasCode(error, 'ENOENT') || version === missing) throw error;
      missing = version;
    }
  }
}

/** The number of the current version; 0 when there is none. */
export function latestVersion(dir: string, name: string): number {
  try {
    return highest(namesIn(dir, name), name);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/**
 * A process that is suspended while it reads a folder goes on reading later, and may see neither the version that was
 * replaced meanwhile nor the one that replaced it. What two readings agree on was there.
 */
function namesIn(dir: string, name: string): string[] {
  for (let before = readdirSync(dir); ; ) {
    const now = readdirSync(dir);
    if (highest(now, name) === highest(before, name)) return now;
    before = now;
  }
}

/** Change what a version says. Only for the one who wrote that version; does nothing once it is superseded. */
export function replaceVersion(dir: string, name: string, version: number, text: string): void {
  if (latestVersion(dir, name) !== version) return;
  const temp = toTempPath(dir);
  try {
    writeFileSync(temp, text, { flag: 'wx', mode: 0o600 });
    renameSync(temp, versionPath(dir, name, version));
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}

function sealPredecessor(
  dir: string,
  name: string,
  version: number,
  check?: (previous: string) => void,
): boolean {
  const fd = version === 0 ? undefined : openIfThere(versionPath(dir, name, version));
  try {
    if (highest(readdirSync(dir), name) !== version) return false;
    if (fd === undefined) return version === 0;
    check?.(readFileSync(fd, 'utf8'));
    fchmodSync(fd, 0o400);
    return true;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isSealed(fd: number): boolean {
  return (fstatSync(fd).mode & OWNER_WRITE) === 0;
}

/** Older versions, and what killed writers left. */
function leftovers(dir: string, name: string, version: number, files: readonly string[]): string[] {
  const isLeft = (file: string) => {
    const other = versionOf(file, name);
    return (other > 0 && other < version) || (isTempName(file) && isOld(join(dir, file)));
  };
  return files.filter(isLeft).map((file) => join(dir, file));
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > TEMP_FILE_LIFE_MS;
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
