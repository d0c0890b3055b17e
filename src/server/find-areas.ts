import { join } from 'node:path';
import type { Area } from '../area/area.ts';
import { createSessionArea } from '../area/session-tools/session-area.ts';
import { type AskArea, createAskArea } from '../ask/ask-area.ts';
import { loadModel } from '../ask/sampling/load-model.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import { createChatArea } from '../chat/chat-area.ts';
import { loadChatModel } from '../chat/model/load-chat-model.ts';
import { TandemError } from '../errors.ts';
import { createPlaceFilter } from '../lib/place-filter.ts';
import { realPathOf } from '../live/base-dir.ts';
import { createLiveArea } from '../live/live-area.ts';
import { outsideOf, readConfigFiles } from '../lowdefy/build/config-files.ts';
import { createLowdefyArea } from '../lowdefy/lowdefy-area.ts';
import type { OpenApp } from '../lowdefy/runner/running-apps.ts';
import { findApps, findFolders, isApp } from './find-projects.ts';
import { loadLuaSettings } from './load-config.ts';
import { openApp } from './open-app.ts';
import type { TandemOptions } from './tandem-options.ts';

/** What a folder offers, by what lies in it. Nothing is loaded or built yet. */
export function findAreas(options: TandemOptions): Area[] {
  const { dir, config } = options;
  const apps = config.mcp.enabled === false ? {} : findApps(dir);
  const names = Object.keys(apps);
  const areas: Area[] = [];
  const wanted = config.areas ?? (isApp(dir) ? [] : ['live']);
  if (names.length > 0 || wanted.includes('operate')) areas.push(createSessionArea(names));
  if (names.length > 0) areas.push(operate(apps, options));
  if (wanted.includes('live')) areas.push(build(apps, options));
  const asking = ask(areas, options);
  areas.push(asking);
  if (!asking.isEmpty) areas.push(chat(asking, options));
  const disabled = Object.entries(config.mcp.tools ?? {}).flatMap(([name, tool]) =>
    tool.enabled === false ? [name] : [],
  );
  return disabled.length === 0 ? areas : areas.map((area) => withSwitchedOff(area, disabled));
}

/** Tools of files come and go, so the list is asked for each time. */
function withSwitchedOff(area: Area, names: readonly string[]): Area {
  return {
    ...area,
    get tools() {
      return (area.tools ?? []).map((tool) => (names.includes(tool.name) ? switchedOff(tool) : tool));
    },
  };
}

function ask(others: readonly Area[], { dir, config, log, tools = [], model }: TandemOptions): AskArea {
  const projects = [dir, ...findFolders(dir)];
  return createAskArea({
    folders: projects.map((project) => join(project, 'tools')),
    tools,
    model: async () => model ?? (await loadModel(projects, config.ask.model)),
    reserved: others.flatMap((area) => (area.tools ?? []).map(({ name }) => name)),
    log,
  });
}

function chat(asking: AskArea, { dir, config, env, log, model }: TandemOptions): Area {
  const projects = [dir, ...findFolders(dir)];
  return createChatArea({
    asking,
    places: createPlaceFilter(dir),
    model: async () =>
      model ?? loadChatModel({ configured: () => loadModel(projects, config.ask.model), env, log }),
    ...config.chat,
  });
}

function build(apps: Record<string, string>, { dir, config }: TandemOptions): Area {
  const auth = config.mcp.auth?.type;
  const isLocal = auth === undefined || auth === 'none';
  return createLiveArea({
    dir,
    projects: [dir, ...findFolders(dir).filter((folder) => !Object.values(apps).includes(folder))],
    config: config.live,
    loadSettings: async (baseDir) => ({
      ...(await loadLuaSettings(baseDir, { dir, config })),
      offLimits: runHere(dir, apps),
    }),
    localUser: isLocal ? createLocalPrincipal({ user: config.mcp.user, kind: 'agent' }) : undefined,
  });
}

/** What the other areas run: folders of tools, and apps with the files that they share. */
function runHere(dir: string, apps: Record<string, string>): string[] {
  const sources = Object.values(apps).flatMap((app) => {
    const { files, folders } = readConfigFiles(app);
    return [...folders, ...outsideOf(folders, files)];
  });
  const tools = [dir, ...findFolders(dir)].map((project) => join(project, 'tools'));
  return [...tools, ...sources].map(realPathOf);
}

function operate(apps: Record<string, string>, options: TandemOptions): Area {
  const opened = Object.entries(apps).map(([name, app]): [string, OpenApp] => [
    name,
    (onProblem) => openApp(app, options, onProblem),
  ]);
  return createLowdefyArea(Object.fromEntries(opened));
}

function switchedOff<T extends { name: string; handle: unknown }>(tool: T): T {
  const handle = () => {
    throw new TandemError(
      'forbidden',
      `${tool.name} is disabled here (mcp.tools.${tool.name}.enabled: false).`,
    );
  };
  return { ...tool, handle };
}
