import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { withoutMarks } from './build-marks.ts';

/** The JSON of a finished build, by path inside it. */
export type BuildFiles = Map<string, string>;

export function readBuild(buildDirectory: string): BuildFiles {
  const files: BuildFiles = new Map();
  for (const path of jsonIn(buildDirectory))
    files.set(toName(buildDirectory, path), readFileSync(path, 'utf8'));
  return files;
}

/**
 * The parts of a build that pages are made of. In the stock client the others, above all connections, never leave the
 * server. A build can be in the app's own folder, so nothing else from there belongs here.
 */
export function pageParts(buildDirectory: string): string[] {
  const entries = readdirSync(buildDirectory, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory()
      ? PAGE_FOLDERS.has(entry.name)
      : entry.name.endsWith('.json') && !SERVER_FILES.has(entry.name),
  );
  return entries.map((entry) => join(buildDirectory, entry.name));
}

const PAGE_FOLDERS = new Set(['pages', 'plugins']);
const SERVER_FILES = new Set(['auth.json', 'agentFileSystems.json']);

/** The files of these parts, without those of requests. */
export function readPageParts(buildDirectory: string, parts: readonly string[]): BuildFiles {
  const files: BuildFiles = new Map();
  for (const path of parts.flatMap((part) => (part.endsWith('.json') ? [part] : jsonIn(part)))) {
    const name = toName(buildDirectory, path);
    if (!/^pages\/.*\/requests\//.test(name)) files.set(name, readFileSync(path, 'utf8'));
  }
  return files;
}

function jsonIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function toName(buildDirectory: string, path: string): string {
  return relative(buildDirectory, path).split(sep).join('/');
}

export function isBuild(dir: string): boolean {
  return (
    (existsSync(join(dir, 'app.json')) || existsSync(join(dir, 'config.json'))) &&
    existsSync(join(dir, 'pages'))
  );
}

/** A file of the build without marks: see `withoutMarks`. */
export function readJson(files: BuildFiles, path: string): unknown {
  return withoutMarks(readMarked(files, path));
}

/** A file of the build as it is on disk, with marks and wrapped arrays. */
export function readMarked(files: BuildFiles, path: string): unknown {
  const text = files.get(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new TandemError('invalid_config', `${path} of the build is not valid JSON. Rebuild the app.`);
  }
}

/**
 * The built pages as they are on disk, in configuration order. Up to 4.7 they are in `pages/home/home.json`, from 5
 * on in `pages/home.json`, next to the requests of pages. Page ids of a module contain a slash.
 */
export function readPages(
  files: BuildFiles,
): { pageId: string; path: string; page: Record<string, unknown> }[] {
  const found = [...files.keys()].flatMap((path) => {
    const page = path.startsWith('pages/') ? readMarked(files, path) : undefined;
    if (!isRecord(page) || typeof page.pageId !== 'string' || page.requestId !== undefined) return [];
    return [{ pageId: page.pageId, path, page }];
  });
  const order = pageOrder(files);
  const place = (id: string) => order.get(id) ?? order.size;
  return found.sort((a, b) => place(a.pageId) - place(b.pageId));
}

/** The build names every object by its location: `root.pages[0:home:PageHeaderMenu]`. */
function pageOrder(files: BuildFiles): Map<string, number> {
  const order = new Map<string, number>();
  for (const [, index, id] of files
    .get('keyMap.json')
    ?.matchAll(/"root\.pages\[(\d+):([^\]"]+):[^:\]"]*\]"/g) ?? []) {
    if (id !== undefined) order.set(id, Number(index));
  }
  return order;
}

/**
 * The cache through which `@lowdefy/api` reads configuration. It contains every file, so the disk is never accessed:
 * not for a page whose id leads out of the folder, and not after the folder is gone. Each reader gets its own copy,
 * as over HTTP, because the engine changes what it receives. The version's own reader parses the files, since only it
 * knows its marks.
 */
export function createFileCache(
  files: BuildFiles,
  parse: (text: string) => unknown,
): { get(path: string): unknown; set(): void } {
  return {
    get: async (path) => {
      const text = files.get(path);
      return text === undefined ? null : parse(text);
    },
    set: () => {},
  };
}
