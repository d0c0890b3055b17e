import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../lib/is-record.ts';
import type { PackageFinder } from '../app/find-packages.ts';

/** The JSON Schema that this version of Lowdefy has for configurations; undefined if it does not say. */
export async function loadSchema(finder: PackageFinder): Promise<Record<string, unknown> | undefined> {
  const folder = finder.folderOf('@lowdefy/build');
  if (folder === undefined) return undefined;
  try {
    // Not an export; without it, only some mistakes are not found.
    const module = await import(pathToFileURL(join(folder, 'dist', 'lowdefySchema.js')).href);
    return isRecord(module.default) ? module.default : undefined;
  } catch {
    return undefined;
  }
}
