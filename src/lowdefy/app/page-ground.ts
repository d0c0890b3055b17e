import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenBuild } from '../build/open-build.ts';
import { pageParts } from '../build/read-build.ts';
import { type AppEndpoint, readEndpoints } from './endpoints.ts';
import { type FixedPackages, fixPackages } from './find-packages.ts';
import { pagePackages } from './load-packages.ts';
import { permissionFlags } from './permission-flags.ts';
import { readableFolders } from './readable-folders.ts';

/** Everything an app's pages run on, as plain data: which files to read, and nothing that only requests need. */
export interface PageGround {
  title?: string | undefined;
  buildDirectory: string;
  /** Files and folders of the build. */
  parts: string[];
  packages: FixedPackages;
  endpoints: AppEndpoint[];
  hasConnections: boolean;
  /** Everything page code may read, in Node's notation; absent if the permission model cannot be used. */
  readable?: string[] | undefined;
}

export function toPageGround({ facts, title, buildDirectory, files, types, finder }: OpenBuild): PageGround {
  const parts = pageParts(buildDirectory);
  const packages = fixPackages(finder, pagePackages(types));
  const readable = [
    ...parts.map((part) => (part.endsWith('.json') ? part : `${part}/*`)),
    ...readableFolders(Object.values(packages.folders), realpathSync(facts.dir)),
    ...publicFolder(facts.dir),
  ];
  return {
    title,
    buildDirectory,
    parts,
    packages,
    endpoints: readEndpoints(files),
    hasConnections: Object.keys(types.connections).length > 0,
    ...(canUse(readable) && { readable }),
  };
}

/** What the app's own server gives to everybody: search indexes are read from there. */
function publicFolder(dir: string): Set<string> {
  const folder = join(dir, 'public');
  if (!existsSync(folder)) return new Set();
  return new Set([folder, realpathSync(folder)].map((path) => join(path, '*')));
}

/** Node 20 exits immediately with some lists of paths, and other versions do not have the model. */
function canUse(readable: string[]): boolean {
  const { status } = spawnSync(process.execPath, [...permissionFlags(readable), '--eval', ''], { env: {} });
  return status === 0;
}
