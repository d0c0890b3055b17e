import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { hasCode } from '../../../lib/has-code.ts';
import type { HostFunction } from '../lua-vm.ts';

const MAX_SOURCE = 16 * 1024 * 1024;

/**
 * Lua files of the base folder: a key that is the same for every link to a file, and its text. Links out of the
 * folder are followed, because that is how an app under development is added; app code cannot create links.
 */
export function createLuaSources(baseDir: string): Record<string, HostFunction> {
  return {
    source: (path) => {
      const text = String(path);
      if (text.includes('\0')) return null;
      try {
        const real = realpathSync(resolve(baseDir, text));
        const inside = relative(realpathSync(baseDir), real);
        // A pipe or a device would never end.
        const found = statSync(real);
        if (!found.isFile()) return null;
        if (found.size > MAX_SOURCE) throw new Error(`${text} is larger than 16 MB`);
        const key = inside.startsWith(`..${sep}`) || isAbsolute(inside) ? real : inside;
        return [key.split(sep).join('/'), readFileSync(real)];
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
        throw error;
      }
    },
  };
}

/** The folders in apps/, in a stable order. */
export function listApps(baseDir: string): string[] {
  try {
    return readdirSync(join(baseDir, 'apps'))
      .filter((name) => /^[\w-]+$/.test(name))
      .sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
