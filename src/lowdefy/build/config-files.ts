import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { importsIn, isCode, modulesIn, packageOf, referencesIn } from './config-references.ts';

/** Every file that a build of the app could read, by absolute path. */
export type ConfigFiles = Map<string, Buffer>;

export interface ConfigSources {
  files: ConfigFiles;
  /** Folders whose new files count, too: the app's own, and those of modules elsewhere. */
  folders: string[];
}

/** Folders without configuration; in `public`, which is served, only referenced files count. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'public']);
/** Databases, which change with every request, and formats that are never text. */
const SKIPPED_FILES =
  /\.(db|sqlite3?|s3db|duckdb|mdb)(-\w+)?$|\.(log|lock|png|jpe?g|gif|webp|avif|ico|bmp|mp[34]|mov|webm|wav|zip|t?gz|7z|tar|pdf|woff2?|ttf|otf|eot|xlsx?|docx?|pptx?|exe|dll|so|node|wasm)$/i;
/** Ours: read at every start, so a change needs no rebuild. */
const OWN_FILE = 'tandem.yaml';
const MAX_BYTES = 16 * 1024 * 1024;

export function readConfigFiles(dir: string): ConfigSources {
  const files: ConfigFiles = new Map();
  const seen = new Set<string>();
  const modules = new Set<string>();
  walk(dir);
  // Apps in one repository share files, code and modules. Found files are searched as well.
  for (const [path, content] of files) follow(path, content);
  const outside = [...modules].filter((folder) => !isInside(dir, folder));
  return {
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    folders: [dir, ...outside],
  };

  function follow(path: string, content: Buffer): void {
    if (isCode(path)) {
      for (const target of importsIn(path, String(content))) add(target);
      const description = isInside(dir, path) ? undefined : packageOf(path);
      if (description !== undefined) add(description);
    }
    if (!/\.(ya?ml|json|njk)$/.test(path)) return;
    const text = String(content);
    for (const folder of modulesIn(text, dir)) {
      if (modules.has(folder) || !existsSync(folder)) continue;
      modules.add(folder);
      walk(folder);
    }
    const own = [...modules].filter((folder) => isInside(folder, path));
    for (const target of referencesIn(text, [dir, ...own])) add(target);
  }

  function walk(folder: string): void {
    const real = realpathSync(folder);
    // A link to a parent folder would lead in circles.
    if (seen.has(real)) return;
    seen.add(real);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (isSkipped(name) || (folder === dir && name === OWN_FILE)) continue;
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) walk(path);
      else add(path);
    }
  }

  function add(path: string): void {
    if (files.has(path) || SKIPPED_FILES.test(path)) return;
    const content = readConfigFile(path);
    if (content) files.set(path, content);
  }
}

/** A file as a build may read it; undefined if it is missing or too large for a configuration. */
export function readConfigFile(path: string): Buffer | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_BYTES ? readFileSync(path) : undefined;
}

/** Files outside of these folders that the app reads. */
export function outsideOf(folders: readonly string[], files: ConfigFiles): string[] {
  return [...files.keys()].filter((path) => !folders.some((folder) => isInside(folder, path)));
}

/** Whether a file or folder of this name is never part of a configuration. */
export function isSkipped(name: string): boolean {
  return name.startsWith('.') || SKIPPED_FOLDERS.has(name) || SKIPPED_FILES.test(name);
}

/** A file's name in messages: relative to the app. */
export function shownName(dir: string, path: string): string {
  return relative(dir, path).split(sep).join('/');
}

export function isInside(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
