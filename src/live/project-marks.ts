import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where other programs keep what they execute: anywhere on the path to a file, in any case. */
const RUN_FOLDERS = new Set(['tools', 'node_modules']);
const APP_MARKS = ['lowdefy.yaml', 'lowdefy.yml'];
const MARKS = [...APP_MARKS, 'package.json', '.git', 'tandem.yaml'];
const BARE_REPOSITORY = ['HEAD', 'objects', 'refs'];

/** A name as case-insensitive file systems compare it. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

export function isRunFolder(name: string): boolean {
  return RUN_FOLDERS.has(foldName(name));
}

/** What marks a folder as a project, which does not belong to a live UI; undefined if it is not one. */
export function projectMark(folder: string): string | undefined {
  const mark = MARKS.find((name) => existsSync(join(folder, name)));
  if (mark !== undefined) return mark;
  return BARE_REPOSITORY.every((name) => existsSync(join(folder, name))) ? 'HEAD' : undefined;
}

export function isLowdefyApp(folder: string): boolean {
  return APP_MARKS.some((name) => existsSync(join(folder, name)));
}
