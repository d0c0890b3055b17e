import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { TandemError } from '../errors.ts';
import type { LiveConfig } from './live-config.ts';

/** The folder that `serve` and autostart work in. `projects`: the served folder, or those in it. */
export function defaultBaseDir(dir: string, projects: readonly string[], config: LiveConfig): string {
  if (config.baseDir !== undefined) return resolve(dir, config.baseDir);
  return projects.find((project) => existsSync(join(project, 'apps'))) ?? join(dir, '.ui');
}

/** A base_dir as a caller named it; those who do not sit at this machine's stdio stay in what is served. */
export function checkBaseDir(
  named: string,
  caller: { dir: string; allow: readonly string[]; anywhere: boolean },
): string {
  if (named.includes('\0')) throw new TandemError('invalid_input', 'base_dir has a NUL character in it.');
  const path = resolve(caller.dir, named);
  if (caller.anywhere) return path;
  const folders = [caller.dir, ...caller.allow.map((folder) => resolve(caller.dir, folder))];
  const real = realPathOf(path);
  if (folders.some((folder) => isInside(realPathOf(folder), real))) return path;
  throw new TandemError(
    'forbidden',
    `base_dir "${named}" lies outside the served folder ${caller.dir}. Name one inside it, or add the folder to live.allow in its tandem.yaml.`,
  );
}

/** Through links, also where its end does not exist yet. */
function realPathOf(path: string): string {
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
