import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { TandemError } from '../errors.ts';
import { partsBelow } from '../lib/parts-below.ts';
import { realPathOf } from './check-base-dir.ts';
import type { LiveConfig } from './live-config.ts';
import { foldName, isLowdefyApp, isRunFolder, projectMark } from './project-marks.ts';

/** What surrounds a base folder. */
export interface BaseDirSurroundings {
  /** The served folder. */
  dir: string;
  /** Folders that the person named for live UIs. */
  chosen: readonly string[];
  /** Files and folders that other parts of the server execute, links resolved. */
  offLimits: readonly string[];
}

/** Marks of a folder that is itself a project, so that projects in it are parts of it. */
const OWN_MARKS = ['apps', 'lua', 'viewdefs', 'package.json', '.git'];

/** The folder that `serve` and autostart use. `projects`: the served folder, or those in it. */
export function defaultBaseDir(dir: string, projects: readonly string[], config: LiveConfig): string {
  if (config.baseDir !== undefined) return resolve(dir, config.baseDir);
  const around = { dir, chosen: [], offLimits: [] };
  const isGood = (project: string) =>
    existsSync(join(project, 'apps')) && problemWith(project, around) === undefined;
  return projects.find(isGood) ?? join(dir, '.ui');
}

/**
 * App code writes below a base_dir, so nothing else may be kept there. Throws a sentence that suggests a suitable
 * folder.
 */
export function checkGround(baseDir: string, around: BaseDirSurroundings): void {
  const problem = problemWith(baseDir, around);
  if (problem === undefined) return;
  throw new TandemError(
    'forbidden',
    `base_dir "${baseDir}" ${problem}. Use another, such as ${join(around.dir, '.ui')}.`,
  );
}

function problemWith(baseDir: string, { dir, chosen, offLimits }: BaseDirSurroundings): string | undefined {
  const path = realPathOf(baseDir);
  const served = realPathOf(dir);
  if (path !== served && partsBelow(path, served)) return 'is above the served folder';
  const way = wayTo(path, [served, ...chosen.map(realPathOf)]);
  return (
    problemOfWay(partsBelow(served, path) ?? way, way) ??
    problemOfApp(path) ??
    (offLimits.some((other) => isPartOf(other, path))
      ? 'is part of a tool or an app that this server runs'
      : undefined) ??
    problemOfContents(path)
  );
}

/** The parts of a path below the nearest folder that the person chose; all parts if it is in none. */
function wayTo(path: string, chosen: readonly string[]): string[] {
  const ways = chosen.map((folder) => partsBelow(folder, path)).filter((way) => way !== undefined);
  return ways.sort((a, b) => a.length - b.length)[0] ?? path.split(sep);
}

/** `whole` starts at the served folder; `parts` may start later, at a folder that is hidden on purpose. */
function problemOfWay(whole: readonly string[], parts: readonly string[]): string | undefined {
  const run = whole.find(isRunFolder);
  if (run !== undefined) return `is in a folder "${run}", whose files are executed`;
  const hidden = parts.find((part, index) => isHidden(part) && !isForLiveUis(part, parts[index + 1]));
  return hidden && `is in the hidden folder "${hidden}", which belongs to other programs`;
}

function isHidden(part: string): boolean {
  return part.startsWith('.');
}

/** `.ui`, and `.claude/ui`. */
function isForLiveUis(part: string, next = ''): boolean {
  return foldName(part) === '.ui' || (foldName(part) === '.claude' && foldName(next) === 'ui');
}

/** Lowdefy builds read everything below an app's folder except hidden files. */
function problemOfApp(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (isLowdefyApp(at)) return `is part of the Lowdefy app in ${at}`;
    if (isHidden(basename(at)) || dirname(at) === at) return undefined;
  }
}

function isPartOf(folder: string, path: string): boolean {
  return partsBelow(folder, path)?.some(isHidden) === false;
}

function problemOfContents(path: string): string | undefined {
  if (OWN_MARKS.some((name) => existsSync(join(path, name)))) return undefined;
  const project = foldersIn(path).find((name) => projectMark(join(path, name)) !== undefined);
  return project && `is above the project "${project}"`;
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isHidden(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    // The code that prepares the folder reports why it cannot be used.
    return [];
  }
}
