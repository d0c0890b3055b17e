import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import type { ConfigFiles } from './config-files.ts';
import { shownName } from './config-files.ts';
import { moveMcpKeys } from './move-mcp-keys.ts';

const PARSED = /\.(ya?ml|json)$/;

/**
 * Writes the files that a build reads below `root`, at the paths they have on the disk, so that references out of
 * the app's folder lead to copies too. Returns the copy of the app's folder.
 */
export function writeConfigCopy(dir: string, files: ConfigFiles, root: string): string {
  const copyOf = (path: string) => join(root, path.slice(parse(path).root.length));
  mkdirSync(copyOf(dir), { recursive: true });
  for (const [path, content] of files) {
    const isMain = dirname(path) === dir && /^lowdefy\.ya?ml$/.test(basename(path));
    // The build asks for this name only.
    const target = isMain ? join(copyOf(dir), 'lowdefy.yaml') : copyOf(path);
    const text = PARSED.test(path) ? content.toString('utf8') : undefined;
    const moved = text === undefined ? undefined : moveMcpKeys(shownName(dir, path), text, isMain);
    mkdirSync(dirname(target), { recursive: true });
    // Untouched files keep their bytes, whatever their encoding.
    writeFileSync(target, moved === undefined || moved === text ? content : moved);
  }
  return copyOf(dir);
}
