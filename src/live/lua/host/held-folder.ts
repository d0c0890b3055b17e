import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../../lib/has-code.ts';

/** Operations on `path` happen in the folder that was found, wherever its name leads later. */
export interface HeldFolder {
  path: string;
  release(): void;
}

export interface HoldOptions {
  /** Create missing folders. */
  make: boolean;
  /** Whether an open folder has its own path. If not, links are only checked beforehand. */
  byDescriptor?: boolean;
}

const DESCRIPTORS = '/proc/self/fd';
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Descends from a folder step by step without following links: one that appears after a path was checked leads
 * nowhere.
 */
export function holdFolder(root: string, folders: readonly string[], options: HoldOptions): HeldFolder {
  const { make, byDescriptor = existsSync(DESCRIPTORS) } = options;
  if (!byDescriptor) return { path: walk(root, folders, make), release() {} };
  let held = openSync(root, FOLDER);
  try {
    for (const name of folders) {
      const path = `${DESCRIPTORS}/${held}/${name}`;
      if (make) makeFolder(path);
      const next = openSync(path, FOLDER);
      closeSync(held);
      held = next;
    }
  } catch (error) {
    closeSync(held);
    throw error;
  }
  return { path: `${DESCRIPTORS}/${held}`, release: () => closeSync(held) };
}

function walk(root: string, folders: readonly string[], make: boolean): string {
  return folders.reduce((folder, name) => {
    const path = join(folder, name);
    if (make) makeFolder(path);
    if (!lstatSync(path).isDirectory())
      throw Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: 'ENOTDIR' });
    return path;
  }, root);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
