import { basename, join, resolve } from 'node:path';
import type { Area } from '../../area/area.ts';
import { appCallSessions, appSessions } from '../../lowdefy/app-sessions.ts';
import { createLowdefyArea } from '../../lowdefy/lowdefy-area.ts';
import { mayNameTools, mayNeedApproval } from '../../lowdefy/named/may-name-tools.ts';
import { openApp } from '../../lowdefy/runner/open-app.ts';
import type { OpenApp } from '../../lowdefy/runner/running-apps.ts';
import type { AreaDefinition, ServedFolder } from '../area-definition.ts';
import { findApps, isApp } from '../find-projects.ts';
import { knownRoles } from '../known-roles.ts';
import { appSettings } from '../load-app-with-settings.ts';

/** An agent uses the Lowdefy apps of the folder. */
export const lowdefyArea: AreaDefinition<Record<never, never>> = {
  name: 'lowdefy',
  formerName: 'operate',
  sessionKind: [appSessions, appCallSessions],
  create(served): Area | undefined {
    const apps = served.config.mcp.enabled === false ? {} : appsOf(served);
    if (Object.keys(apps).length === 0 && !served.isWanted) return undefined;
    const opened = Object.entries(apps).map(([name, dir]) => [name, toOpenApp(dir, served)]);
    return createLowdefyArea(Object.fromEntries(opened));
  },
};

/** A server that is deployed without the configuration of its app has only the build. */
function appsOf({ dir, lowdefy }: ServedFolder<Record<never, never>>): Record<string, string> {
  const { build } = lowdefy ?? {};
  const apps = build !== undefined && isApp(resolve(dir, build)) ? {} : findApps(dir);
  if (build === undefined || Object.keys(apps).length > 0) return apps;
  return { [basename(resolve(dir))]: resolve(dir) };
}

function toOpenApp(dir: string, served: ServedFolder<Record<never, never>>): OpenApp {
  const { env, log, lowdefy: host } = served;
  let isFirst = true;
  const settings = async () => {
    // The program was started with its configuration; after that, what the files say counts.
    const config = isFirst ? served.config : await served.readConfig(served.dir);
    isFirst = false;
    const app = await appSettings(dir, { ...served, config });
    return { app, limits: config.mcp.limits, roles: knownRoles(config.mcp) };
  };
  const watch = served.watch ? [dir, served.dir].map((folder) => join(folder, 'tandem.yaml')) : undefined;
  const open: OpenApp = (onProblem, onToolsChanged, onWrite) =>
    openApp({ dir, env, host, log, settings, watch, onToolsChanged, onWrite }, onProblem);
  return Object.assign(open, {
    canHaveTools: () => mayNameTools([dir, served.dir]),
    canAsk: () => mayNeedApproval([dir, served.dir]),
  });
}
