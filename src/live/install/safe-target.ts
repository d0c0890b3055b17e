import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';

export interface SafeTarget {
  /** Where to write, links resolved. */
  path: string;
  exists: boolean;
}

/** The real location of a file in a folder. A link on the way is followed if it stays in the folder. */
export async function safeTarget(root: string, target: string): Promise<SafeTarget> {
  const realRoot = await realpath(root);
  const parts = target.split('/');
  let at = realRoot;
  for (const [index, part] of parts.entries()) {
    const next = join(at, part);
    const found = await lstatOrUndefined(next);
    if (!found) return { path: join(next, ...parts.slice(index + 1)), exists: false };
    const isLast = index === parts.length - 1;
    at = found.isSymbolicLink() ? await resolveLink(next, realRoot) : next;
    const kind = found.isSymbolicLink() ? await lstat(at) : found;
    if (isLast ? !kind.isFile() : !kind.isDirectory())
      throw new TandemError(
        'conflict',
        `${next} is not a ${isLast ? 'file' : 'folder'}. Move it away and install again.`,
      );
  }
  return { path: at, exists: true };
}

async function resolveLink(link: string, realRoot: string): Promise<string> {
  const target = await realpath(link).catch(() => undefined);
  if (target?.startsWith(realRoot === sep ? sep : realRoot + sep)) return target;
  throw new TandemError(
    'forbidden',
    `${link} is a link that leads ${target ? `out of ${realRoot}` : 'nowhere'}, so nothing was installed. Replace it with a real file or folder in ${dirname(link)}.`,
  );
}

async function lstatOrUndefined(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
