import { resolve } from 'node:path';
import { TandemError } from '../errors.ts';
import { partsBelow } from '../lib/parts-below.ts';
import { realPath } from '../lib/real-path.ts';
import { projectDirOf } from './install/project-dir.ts';

/** Where a caller may work. */
export interface BaseDirCaller {
  dir: string;
  allow: readonly string[];
  anywhere: boolean;
}

/** Validates a caller's base_dir; callers not on this machine's stdio must stay inside the served folder. */
export function checkBaseDir(named: string, caller: BaseDirCaller): string {
  if (named.includes('\0')) throw new TandemError('invalid_input', 'base_dir contains a NUL character.');
  const path = resolve(caller.dir, named);
  if (mayUse(path, caller)) return path;
  throw new TandemError(
    'forbidden',
    `base_dir "${named}" is outside the served folder ${caller.dir}. Choose one inside it, or add the folder to live.allow in its tandem.yaml.`,
  );
}

/** Where agent files are installed: the folder's project, or the folder itself if the project is out of reach. */
export function projectDirFor(baseDir: string, caller: BaseDirCaller): string {
  const project = projectDirOf(baseDir);
  return mayUse(project, caller) ? project : baseDir;
}

function mayUse(path: string, { dir, allow, anywhere }: BaseDirCaller): boolean {
  if (anywhere) return true;
  const real = realPathOf(path);
  const folders = [dir, ...allow.map((folder) => resolve(dir, folder))];
  return folders.some((folder) => partsBelow(realPathOf(folder), real) !== undefined);
}

/** With links resolved, even if its end does not exist yet. A broken path is reported when it is opened. */
export function realPathOf(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}
