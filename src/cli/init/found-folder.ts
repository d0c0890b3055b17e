import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findToolFiles } from '../../ask/load/find-tool-files.ts';
import { findApps, findFolders } from '../../server/find-projects.ts';

export type Kind = 'lowdefy' | 'live' | 'tools';

/** What can be served in a folder. */
export interface FoundFolder {
  /** Lowdefy apps by name, here or one folder down. */
  apps: Record<string, string>;
  /** Folders with live UIs: the folder itself, or `.ui` in it. */
  live: string[];
  /** Files of tools that ask. */
  tools: string[];
}

export function lookAround(dir: string): FoundFolder {
  const projects = [dir, ...findFolders(dir)];
  return {
    apps: findApps(dir),
    live: projects.flatMap((project) => [project, join(project, '.ui')]).filter(hasLiveUis),
    tools: projects.flatMap((project) => findToolFiles(join(project, 'tools')).map(({ path }) => path)),
  };
}

export function kindsIn({ apps, live, tools }: FoundFolder): Kind[] {
  return [
    ...(Object.keys(apps).length > 0 ? (['lowdefy'] as const) : []),
    ...(live.length > 0 ? (['live'] as const) : []),
    ...(tools.length > 0 ? (['tools'] as const) : []),
  ];
}

function hasLiveUis(dir: string): boolean {
  const apps = join(dir, 'apps');
  if (!existsSync(apps)) return false;
  return findFolders(apps).some((app) => existsSync(join(app, 'app.lua')));
}
