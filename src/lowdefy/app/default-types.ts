import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../lib/is-record.ts';
import type { PackageFinder } from './find-packages.ts';

/** By build folder. The build merges an app's own types into its map, so the original is kept. */
const known = new Map<string, Record<string, unknown> | undefined>();

/**
 * The types that this version of Lowdefy provides, by kind; undefined if its build does not say. Call it before the
 * first build in a process.
 */
export async function loadDefaultTypes(finder: PackageFinder): Promise<Record<string, unknown> | undefined> {
  const folder = finder.folderOf('@lowdefy/build');
  if (folder === undefined) return undefined;
  if (!known.has(folder)) known.set(folder, await read(folder));
  return known.get(folder);
}

async function read(folder: string): Promise<Record<string, unknown> | undefined> {
  try {
    // Not an export; without it, only hints are missing.
    const module = await import(pathToFileURL(join(folder, 'dist', 'defaultTypesMap.js')).href);
    return isRecord(module.default) ? structuredClone(module.default) : undefined;
  } catch {
    return undefined;
  }
}
