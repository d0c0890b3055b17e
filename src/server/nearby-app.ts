import { dirname, relative } from 'node:path';
import { findFolders, isApp } from './find-projects.ts';

const MAX_PER_LEVEL = 200;

/**
 * An app that somebody in the wrong folder may have meant, relative to it: one that the folder is inside of, one next to
 * it, or one further down than apps are looked for.
 */
export function findNearbyApp(dir: string): string | undefined {
  const parent = dirname(dir);
  const children = foldersIn(dir);
  const second = children.flatMap(foldersIn).slice(0, MAX_PER_LEVEL);
  const third = second.flatMap(foldersIn).slice(0, MAX_PER_LEVEL);
  const near = [parent, dirname(parent), ...foldersIn(parent), ...second, ...third];
  const found = near.find((folder) => folder !== dir && isApp(folder));
  return found && relative(dir, found);
}

/** Not all that is near may be read. */
function foldersIn(dir: string): string[] {
  try {
    return findFolders(dir).slice(0, MAX_PER_LEVEL);
  } catch {
    return [];
  }
}
