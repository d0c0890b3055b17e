import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import { didYouMean } from '../../lib/nearest.ts';

export interface SourceFile {
  /** Relative to base_dir, with forward slashes. */
  file: string;
  text: string;
  /** Part of the app; other files only contribute types and names. */
  isAudited: boolean;
}

export interface AppFiles {
  lua: SourceFile[];
  views: SourceFile[];
  /** Files that were too big to read. */
  skipped: string[];
}

const MAX_BYTES = 1024 * 1024;

/** The Lua and views of an app, and those around it that it may use. Nothing outside base_dir is read. */
export async function readApp(baseDir: string, app: string): Promise<AppFiles> {
  const root = await realpathOrUndefined(baseDir);
  const apps = root ? await foldersIn(join(root, 'apps')) : [];
  if (!root || !apps.includes(app))
    throw new TandemError(
      'not_found',
      `App "${app}" not found in ${join(baseDir, 'apps')}.${didYouMean(app, apps)} An app is a folder there with app.lua and viewdefs/.`,
    );
  const files: AppFiles = { lua: [], views: [], skipped: [] };
  const seen = new Set<string>();
  // The app first: `lua/` and `viewdefs/` often contain links to its files.
  for (const name of [app, ...apps.filter((other) => other !== app)])
    await take(join(root, 'apps', name), name === app);
  for (const shared of ['lua', 'viewdefs', 'main.lua']) await take(join(root, shared), false);
  return files;

  async function take(path: string, isAudited: boolean): Promise<void> {
    const real = await realpathOrUndefined(path);
    if (!root || real === undefined || seen.has(real) || !real.startsWith(root + sep)) return;
    seen.add(real);
    const found = await stat(real);
    if (found.isDirectory()) {
      for (const name of (await readdir(real)).sort())
        if (!name.startsWith('.') && name !== 'node_modules') await take(join(path, name), isAudited);
      return;
    }
    const kind = path.endsWith('.lua') ? files.lua : isView(path) ? files.views : undefined;
    if (!kind || !found.isFile()) return;
    const file = relative(root, path).split(sep).join('/');
    if (found.size > MAX_BYTES) files.skipped.push(file);
    else kind.push({ file, text: await readFile(real, 'utf8'), isAudited });
  }
}

function isView(path: string): boolean {
  return path.endsWith('.html') && path.split(sep).at(-2) === 'viewdefs';
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    const kinds = await Promise.all(
      names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.isDirectory()),
    );
    return names.filter((_, index) => kinds[index]).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function realpathOrUndefined(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined;
    throw error;
  }
}
