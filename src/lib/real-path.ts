import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hasCode } from './has-code.ts';

const MAX_LINKS = 40;

/** Like realpath, but the last parts may not exist yet: a link to something that is not there still leads there. */
export function realPath(path: string, links = 0): string {
  try {
    // The native one answers names in the letters that they have on the disk.
    return realpathSync.native(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR') || links > MAX_LINKS) throw error;
    const parent = dirname(path);
    if (parent === path) return path;
    const real = join(realPath(parent, links), basename(path));
    const target = linkTarget(real);
    return target === undefined ? real : realPath(resolve(dirname(real), target), links + 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
