import { basename, dirname, resolve } from 'node:path';

/** The project of a base_dir: its parent, or the folder above `.claude` if it is in there. */
export function projectDirOf(baseDir: string): string {
  const base = resolve(baseDir);
  for (let at = base; dirname(at) !== at; at = dirname(at))
    if (basename(at) === '.claude') return dirname(at);
  return dirname(base);
}
