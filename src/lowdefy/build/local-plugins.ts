import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { isRecord } from '../../lib/is-record.ts';
import { packageName } from '../app/resolve-package.ts';
import { isSkipped } from './config-files.ts';

/**
 * The folder of a plugin that is not installed but is somewhere near the app: where its version says
 * (`file:../plugins/stars`, `link:…`), among the packages of the app's workspace (`workspace:*`), or in the app's own
 * `plugins/`.
 */
export function findLocalPlugin(dir: string, name: string, wanted: string | undefined): string | undefined {
  const [, path] = /^(?:file|link):(?:\/\/)?(.+)$/.exec(wanted ?? '') ?? [];
  const named =
    path === undefined
      ? undefined
      : // The stock command line resolves such a path against the folder it installs into.
        ['.', '.lowdefy/server', '.lowdefy/dev'].map((from) => resolve(dir, from, path)).find(isPackage);
  const found = named ?? [...nearbyPackages(dir)].find((folder) => packageName(folder) === name);
  return found === undefined ? undefined : realpathSync(found);
}

/** Packages in `plugins/` of the app, and those of every workspace above it. */
export function* nearbyPackages(dir: string): Iterable<string> {
  yield* packagesIn(join(dir, 'plugins'));
  for (let folder = dir; ; folder = dirname(folder)) {
    for (const pattern of workspacePatterns(folder)) yield* matching(folder, pattern);
    if (dirname(folder) === folder) return;
  }
}

/** What matters about a plugin under development: other versions, other code. */
export function contentKey(folder: string): string {
  const hash = createHash('sha256');
  for (const path of codeIn(folder)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/** An app may itself be a plugin, so its builds and the files it serves do not count. */
function* codeIn(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isSkipped(entry.name)) continue;
    if (entry.isDirectory()) yield* codeIn(path);
    else if (entry.isFile() && /\.(m?js|cjs|json)$/.test(entry.name)) yield path;
  }
}

function workspacePatterns(folder: string): string[] {
  const pnpm = read(join(folder, 'pnpm-workspace.yaml'));
  const npm = read(join(folder, 'package.json'))?.workspaces;
  const lists = [pnpm?.packages, Array.isArray(npm) ? npm : isRecord(npm) ? npm.packages : undefined];
  return lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
}

/** `plugins/*`, `plugins/**` and plain folders; other patterns are rare. */
function* matching(root: string, pattern: string): Iterable<string> {
  const [start = '', star] = pattern.replace(/^\.\//, '').split(/\/?(\*.*)$/);
  if (pattern.startsWith('!')) return;
  const folder = join(root, start);
  if (star === undefined) {
    if (isPackage(folder)) yield folder;
  } else yield* packagesIn(folder, star.startsWith('**') ? 3 : 1);
}

function* packagesIn(folder: string, depth = 1): Iterable<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const inner = join(folder, entry.name);
    if (isPackage(inner)) yield inner;
    else if (depth > 1 && entry.isDirectory()) yield* packagesIn(inner, depth - 1);
  }
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, 'package.json'));
}

function read(file: string): Record<string, unknown> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = parse(readFileSync(file, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    // Not ours to report.
    return undefined;
  }
}
