import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the program itself. */
const OURS = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The files that code in these packages imports, in the notation of Node's permission model: the packages, every
 * `node_modules` that Node searches from there, and packages linked from those (workspaces, `npm link`). Not the
 * app's own folder, which workspaces link as well.
 */
export function readableFolders(packages: Iterable<string>, app: string): string[] {
  const found = new Set<string>();
  const scanned = new Set<string>();
  const queue = [OURS, ...packages];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    for (const modules of modulesAbove(folder)) {
      if (scanned.has(modules)) continue;
      scanned.add(modules);
      found.add(modules);
      queue.push(...linkedFrom(modules).filter((target) => target !== app && !isBelow(app, target)));
    }
  }
  const outermost = [...found].filter((one) => !isInside(one, found));
  // Node reads the package.json above a module to determine its format.
  return [...outermost.map((folder) => join(folder, '*')), join(OURS, '../package.json')];
}

function* modulesAbove(folder: string): Iterable<string> {
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) yield realpathSync(modules);
    if (dirname(at) === at) return;
  }
}

function linkedFrom(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith('@')) return linkedFrom(path);
    if (!entry.isSymbolicLink() || !existsSync(path)) return [];
    const target = realpathSync(path);
    return isBelow(target, modules) ? [] : [target];
  });
}

function isInside(folder: string, others: Set<string>): boolean {
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) if (others.has(at)) return true;
  return false;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}
