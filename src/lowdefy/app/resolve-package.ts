import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';

/** The folder of a package as Node would find it from `from`, or undefined. */
export function findPackageFolder(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = packageIn(join(folder, 'node_modules'), name);
    if (found) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The same, but only in this `node_modules`. */
export function packageIn(modules: string, name: string): string | undefined {
  // pnpm, which Lowdefy installs with, keeps transitive dependencies in the second place.
  for (const folder of [join(modules, name), join(modules, '.pnpm', 'node_modules', name)]) {
    if (isThere(join(folder, 'package.json'))) return realpathSync(folder);
  }
  return undefined;
}

/** What a process may not read does not exist for it. */
export function isThere(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
}

export function packageName(folder: string): string | undefined {
  const { name } = readPackage(folder);
  return typeof name === 'string' ? name : undefined;
}

export function packageVersion(folder: string): string {
  return String(readPackage(folder).version ?? 'unknown');
}

/** The file behind `<package>/<subpath>`, or undefined. Node's own resolution works only from the importing module. */
export function resolveExport(folder: string, subpath: string): string | undefined {
  const { exports, main } = readPackage(folder);
  const key = subpath === '' ? '.' : `./${subpath}`;
  const target = exports === undefined ? withoutExports() : fromExports(exports, key);
  if (target === undefined) return undefined;
  // Some packages rely on the bundler to find the suffix, even if a folder has the same name.
  const paths = [join(folder, target), `${join(folder, target)}.js`];
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

  function withoutExports(): string {
    if (subpath === '') return typeof main === 'string' ? main : 'index.js';
    return existsSync(join(folder, subpath)) ? subpath : `${subpath}.js`;
  }
}

function fromExports(exports: unknown, key: string): string | undefined {
  const isMap = isRecord(exports) && Object.keys(exports).every((name) => name.startsWith('.'));
  if (!isMap) return key === '.' ? target(exports) : undefined;
  if (exports[key] !== undefined) return target(exports[key]);
  for (const [pattern, value] of Object.entries(exports)) {
    const [start = '', end = ''] = pattern.split('*');
    if (!pattern.includes('*') || !key.startsWith(start) || !key.endsWith(end)) continue;
    return target(value)?.replaceAll('*', key.slice(start.length, key.length - end.length));
  }
  return undefined;
}

function target(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  for (const condition of ['node', 'import', 'module', 'default', 'require']) {
    const found = target(value[condition]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readPackage(folder: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
