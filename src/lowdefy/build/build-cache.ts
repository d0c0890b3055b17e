import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../lib/has-code.ts';

const KEPT = 3;
const BUILD = /^build-[0-9a-f]+$/;
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * A finished build with the current key; built if there is none. It appears under its name by a single rename, so it
 * is always complete. If two processes build the same one, one wins and both use it.
 */
export async function cachedBuild(
  dir: string,
  /** Only the build knows what it was made from, so the key is requested together with it. */
  keyOf: (build: string) => string,
  build: (folders: { work: string; build: string }) => Promise<void>,
): Promise<string> {
  const home = makeHome(dir);
  const named = (path: string) => join(home, `build-${keyOf(path)}`);
  let target = buildsIn(home).find((path) => path === named(path));
  if (target === undefined) {
    const work = join(home, `tmp-${randomUUID()}`);
    const folders = { work, build: join(work, 'build') };
    mkdirSync(folders.build, { recursive: true });
    try {
      await build(folders);
      target = named(folders.build);
      moveTo(folders.build, target);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  touch(target);
  prune(home, target);
  return target;
}

function makeHome(dir: string): string {
  const lowdefy = join(dir, '.lowdefy');
  const isNew = !existsSync(lowdefy);
  const home = join(lowdefy, 'tandem');
  mkdirSync(home, { recursive: true });
  if (isNew) writeFileSync(join(lowdefy, '.gitignore'), '*\n');
  return home;
}

function moveTo(from: string, target: string): void {
  try {
    renameSync(from, target);
  } catch (error) {
    // Another process was first. On Windows the code for that is EPERM.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM') || !existsSync(target)) throw error;
  }
}

function touch(target: string): void {
  const now = new Date();
  utimesSync(target, now, now);
}

/** Builds are read into memory when an app is loaded, so a running process does not need its own on disk. */
function prune(home: string, current: string): void {
  const byUse = buildsIn(home)
    .filter((path) => path !== current)
    .sort((a, b) => timeOf(b) - timeOf(a));
  const abandoned = readdirSync(home)
    .filter((name) => name.startsWith('tmp-'))
    .map((name) => join(home, name))
    .filter((path) => Date.now() - timeOf(path) > ABANDONED_MS);
  for (const path of [...byUse.slice(KEPT - 1), ...abandoned]) rmSync(path, { recursive: true, force: true });
}

function buildsIn(home: string): string[] {
  return readdirSync(home)
    .filter((name) => BUILD.test(name))
    .map((name) => join(home, name));
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
