import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createLocalPrincipal } from '../../auth/local-principal.ts';
import { realPathOf } from '../../live/check-base-dir.ts';
import { createLiveArea } from '../../live/live-area.ts';
import { type FolderSettings, liveSchema, permissionsSchema } from '../../live/live-config.ts';
import { liveUiSessions } from '../../live/live-ui-sessions.ts';
import { outsideOf, readConfigFiles } from '../../lowdefy/build/config-files.ts';
import type { AreaDefinition, ServedFolder } from '../area-definition.ts';
import { findApps, findFolders } from '../find-projects.ts';
import { VERSION } from '../version.ts';

const settings = {
  live: liveSchema.prefault({}),
  /** What Lua of a live UI in this folder may reach. */
  permissions: permissionsSchema.prefault({}),
};

/** An agent builds a live UI in the folder. */
export const liveArea: AreaDefinition<typeof settings> = {
  name: 'live',
  formerName: 'build',
  sessionKind: liveUiSessions,
  settings,
  create(served) {
    if (!served.isWanted) return undefined;
    const { dir, config } = served;
    const auth = config.mcp.auth?.type;
    const isLocal = auth === undefined || auth === 'none';
    const apps = config.mcp.enabled === false ? [] : Object.values(findApps(dir));
    return createLiveArea({
      dir,
      projects: [dir, ...findFolders(dir).filter((folder) => !apps.includes(folder))],
      config: config.live,
      loadSettings: async (baseDir) => ({
        ...(await luaSettings(baseDir, served)),
        offLimits: runByOthers(dir, apps),
      }),
      localUser: isLocal ? createLocalPrincipal({ user: config.mcp.user, kind: 'agent' }) : undefined,
      version: VERSION,
    });
  },
};

/** What Lua of a live UI may reach and take: by its folder's own configuration, else by that of the served folder it is in. */
async function luaSettings(
  baseDir: string,
  { dir, config, readConfig }: ServedFolder<typeof settings>,
): Promise<Pick<FolderSettings, 'permissions' | 'limits'>> {
  const isInside = !relative(dir, baseDir).startsWith('..');
  const isOwn = existsSync(join(baseDir, 'tandem.yaml')) || !isInside;
  const { permissions, live } = isOwn ? await readConfig(baseDir) : config;
  return { permissions, limits: live.limits };
}

/** What the other areas run: folders of tools, and apps with the files that they share. */
function runByOthers(dir: string, apps: readonly string[]): string[] {
  const sources = apps.flatMap((app) => {
    const { files, folders } = readConfigFiles(app);
    return [...folders, ...outsideOf(folders, files)];
  });
  const tools = [dir, ...findFolders(dir)].map((project) => join(project, 'tools'));
  return [...tools, ...sources].map(realPathOf);
}
