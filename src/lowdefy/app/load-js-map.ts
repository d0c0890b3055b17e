import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../lib/is-record.ts';
import { isThere } from './resolve-package.ts';

/** The functions that the build generated from `_js`; undefined if there are none. */
export async function loadJsMap(
  buildDirectory: string,
  side: 'client' | 'server',
): Promise<Record<string, unknown> | undefined> {
  const file = join(buildDirectory, 'plugins', 'operators', `${side}JsMap.js`);
  if (!isThere(file)) return undefined;
  const map: unknown = (await import(pathToFileURL(file).href)).default;
  return isRecord(map) ? map : {};
}
