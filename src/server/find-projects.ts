import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

export const APP_FILES: readonly string[] = ['lowdefy.yaml', 'lowdefy.yml'];
const SKIPPED = new Set(['node_modules', 'dist']);

/** The Lowdefy apps of a folder, by name: the folder itself, or the folders in it. */
export function findApps(dir: string): Record<string, string> {
  const here = resolve(dir);
  if (isApp(here)) return { [basename(here)]: here };
  const inside = findFolders(here).filter(isApp);
  return Object.fromEntries(inside.map((folder) => [basename(folder), folder]));
}

/** The folders in a folder that may be projects, in order. */
export function findFolders(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
    .map((entry) => join(dir, entry.name))
    .sort();
}

/** A configuration, or a finished build of one. */
export function isApp(dir: string): boolean {
  if (APP_FILES.some((file) => existsSync(join(dir, file)))) return true;
  return (
    existsSync(join(dir, 'config.json')) &&
    existsSync(join(dir, 'pages')) &&
    existsSync(join(dir, 'types.json'))
  );
}
