import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { TandemError } from '../errors.ts';
import { projectDirOf } from './install/project-dir.ts';
import type { LiveConfig } from './live-config.ts';

/** The folder that `serve` and autostart work in. `projects`: the served folder, or those in it. */
export function defaultBaseDir(dir: string, projects: readonly string[], config: LiveConfig): string {
  if (config.baseDir !== undefined) return resolve(dir, config.baseDir);
  return projects.find((project) => existsSync(join(project, 'apps'))) ?? join(dir, '.ui');
}

/** Where a caller may work. */
export interface Caller {
  dir: string;
  allow: readonly string[];
  anywhere: boolean;
}

/** A base_dir as a caller named it; those who do not sit at this machine's stdio stay in what is served. */
export function checkBaseDir(named: string, caller: Caller): string {
  if (named.includes('\0')) throw new TandemError('invalid_input', 'base_dir has a NUL character in it.');
  const path = resolve(caller.dir, named);
  if (mayUse(path, caller)) return path;
  throw new TandemError(
    'forbidden',
    `base_dir "${named}" lies outside the served folder ${caller.dir}. Name one inside it, or add the folder to live.allow in its tandem.yaml.`,
  );
}

/** What agent files are installed into: the project of the folder, or the folder itself where that is out of reach. */
export function projectDirFor(baseDir: string, caller: Caller): string {
  const project = projectDirOf(baseDir);
  return mayUse(project, caller) ? project : baseDir;
}

function mayUse(path: string, { dir, allow, anywhere }: Caller): boolean {
  if (anywhere) return true;
  const real = realPathOf(path);
  const folders = [dir, ...allow.map((folder) => resolve(dir, folder))];
  return folders.some((folder) => isInside(realPathOf(folder), real));
}

/** Through links, also where its end does not exist yet. */
export function realPathOf(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) return join(realpathSync(at), ...missing);
    missing.unshift(basename(at));
    if (dirname(at) === at) return path;
  }
}

function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}
