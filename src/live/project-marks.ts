import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where other programs keep what they run: on the way to a file, in any letters. */
const RUN_FOLDERS = new Set(['tools', 'node_modules']);
const APP_MARKS = ['lowdefy.yaml', 'lowdefy.yml'];
const MARKS = [...APP_MARKS, 'package.json', '.git', 'tandem.yaml'];
const BARE_REPOSITORY = ['HEAD', 'objects', 'refs'];

/** A name as file systems compare it that know no upper and lower case. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

export function isRunFolder(name: string): boolean {
  return RUN_FOLDERS.has(foldName(name));
}

/** What makes a folder a project of its own, which belongs to somebody else than a live UI; undefined where it is none. */
export function projectMark(folder: string): string | undefined {
  const mark = MARKS.find((name) => existsSync(join(folder, name)));
  if (mark !== undefined) return mark;
  return BARE_REPOSITORY.every((name) => existsSync(join(folder, name))) ? 'HEAD' : undefined;
}

export function isLowdefyApp(folder: string): boolean {
  return APP_MARKS.some((name) => existsSync(join(folder, name)));
}
