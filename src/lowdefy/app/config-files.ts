import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Every file that a build of the app could read, by absolute path. */
export type ConfigFiles = Map<string, Buffer>;

/** Folders that hold no configuration; `public` is served, not read. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'public']);
/** Databases, which change with every request, and what can never be text. */
const SKIPPED_FILES =
  /\.(db|sqlite3?|s3db|duckdb|mdb)(-\w+)?$|\.(log|lock|png|jpe?g|gif|webp|avif|ico|bmp|mp[34]|mov|webm|wav|zip|t?gz|7z|tar|pdf|woff2?|ttf|otf|eot|xlsx?|docx?|pptx?|exe|dll|so|node|wasm)$/i;
/** Ours: read at every start, so a change of it needs no build. */
const OWN_FILE = 'tandem.yaml';
const MAX_BYTES = 16 * 1024 * 1024;
const WITH_REFS = new Set(['.yaml', '.yml', '.json', '.njk']);

export function readConfigFiles(dir: string): ConfigFiles {
  const files: ConfigFiles = new Map();
  const seen = new Set<string>();
  walk(dir);
  addOutside();
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));

  function walk(folder: string): void {
    const real = realpathSync(folder);
    // A link to a folder above would lead round in a circle.
    if (seen.has(real)) return;
    seen.add(real);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (isSkipped(name) || (folder === dir && name === OWN_FILE)) continue;
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) walk(path);
      else if (stat?.isFile() && stat.size <= MAX_BYTES) files.set(path, readFileSync(path));
    }
  }

  /** Apps in one repository share files: `_ref: ../common/header.yaml`, always relative to the app's folder. */
  function addOutside(): void {
    const queue = [...files.keys()];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (!WITH_REFS.has(extname(path))) continue;
      for (const [ref] of String(files.get(path)).matchAll(/(?<![\w./-])(?:\.\.\/)+[\w@./-]+\.\w+/g)) {
        const target = resolve(dir, ref);
        if (isInside(dir, target) || files.has(target) || SKIPPED_FILES.test(target)) continue;
        const stat = statSync(target, { throwIfNoEntry: false });
        if (!stat?.isFile() || stat.size > MAX_BYTES) continue;
        files.set(target, readFileSync(target));
        queue.push(target);
      }
    }
  }
}

/** Files that the app reads outside of its own folder. */
export function outsideOf(dir: string, files: ConfigFiles): string[] {
  return [...files.keys()].filter((path) => !isInside(dir, path));
}

/** Whether a file or folder of this name is never part of a configuration. */
export function isSkipped(name: string): boolean {
  return name.startsWith('.') || SKIPPED_FOLDERS.has(name) || SKIPPED_FILES.test(name);
}

/** A file's name as messages show it: relative to the app. */
export function shownName(dir: string, path: string): string {
  return relative(dir, path).split(sep).join('/');
}

function isInside(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
