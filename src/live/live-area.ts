import { resolve } from 'node:path';
import type { Area } from '../area/area.ts';
import { partsBelow } from '../lib/parts-below.ts';
import type { Actor } from '../session/sessions.ts';
import { projectDirFor, realPathOf } from './check-base-dir.ts';
import { checkGround, defaultBaseDir } from './check-ground.ts';
import type { FolderSettings, LiveConfig } from './live-config.ts';
import { createLiveConsole } from './live-console.ts';
import { LIVE_HOME } from './live-home.ts';
import { createLivePages } from './live-pages.ts';
import { createLiveResources } from './live-resources.ts';
import { createLiveRoutes } from './live-routes.ts';
import { LiveServer } from './live-server.ts';
import { createLiveSockets } from './live-sockets.ts';
import type { LiveTools } from './tools/live-tool.ts';
import { createUiAudit } from './tools/ui-audit.ts';
import { createUiConfigure } from './tools/ui-configure.ts';
import { createUiDisplay } from './tools/ui-display.ts';
import { createUiInstall } from './tools/ui-install.ts';
import { createUiOpenBrowser } from './tools/ui-open-browser.ts';
import { createUiRun } from './tools/ui-run.ts';
import { createUiStart } from './tools/ui-start.ts';
import { createUiStatus } from './tools/ui-status.ts';
import { createUiUploadViewdef } from './tools/ui-upload-viewdef.ts';
import { createUiWait } from './tools/ui-wait.ts';

export interface LiveAreaOptions {
  /** The served folder, and the projects in it. */
  dir: string;
  projects: readonly string[];
  config: LiveConfig;
  loadSettings(baseDir: string): Promise<FolderSettings>;
  /** Whose session "1" is opened at launch; nobody's if everybody signs in with a key or token. */
  localUser: Actor | undefined;
  /** The program's version. */
  version: string;
}

/** An agent builds and changes a live UI while a person uses it. */
export function createLiveArea(options: LiveAreaOptions): Area {
  const { dir, config, localUser } = options;
  const baseDir = defaultBaseDir(dir, options.projects, config);
  const chosen = [...config.allow, ...(config.baseDir === undefined ? [] : [config.baseDir])];
  const server = new LiveServer({
    version: options.version,
    projectDirOf: (folder) => {
      const isServed = partsBelow(realPathOf(dir), realPathOf(folder)) !== undefined;
      return projectDirFor(folder, { dir, allow: [], anywhere: !isServed });
    },
    loadSettings: options.loadSettings,
    checkGround: (folder, { offLimits }) =>
      checkGround(folder, { dir, chosen: chosen.map((one) => resolve(dir, one)), offLimits }),
    autostart: config.autostart ? baseDir : undefined,
  });
  const live: LiveTools = { server, config, dir };
  let isLoopback = () => false;
  const allowScripts = () => config.scripts ?? isLoopback();
  return {
    name: 'build',
    instructions:
      'live: build a UI for the person while they use it: Lua logic and HTML views, reloaded on change. Read ui://mcp first. ui_configure, ui_start, write apps/NAME/app.lua and views (or ui_run and ui_upload_viewdef), ui_display, ui_audit, ui_open_browser; ui_wait returns what the person did.',
    opensDoors: true,
    tools: [
      createUiConfigure(live),
      createUiStart(live),
      createUiRun(live),
      createUiUploadViewdef(live),
      createUiDisplay(live),
      createUiOpenBrowser(live),
      createUiWait(live),
      createUiAudit(live),
      createUiStatus(live),
      createUiInstall(live),
    ].map((tool) => ({ ...tool, home: LIVE_HOME })),
    resources: createLiveResources(server),
    viewsPrefix: '/live/',
    pages: [{ path: '/console', file: 'console.html' }],
    routes: [
      ...[...createLiveConsole(server, config), ...createLiveRoutes(server)].map((route) => ({
        ...route,
        home: LIVE_HOME,
      })),
      ...createLivePages(server, allowScripts),
    ],
    sockets: createLiveSockets(server).map((socket) => ({ ...socket, home: LIVE_HOME })),
    async start(services) {
      server.attach(services);
      services.homes?.keep(LIVE_HOME, server.keeper(localUser));
      isLoopback = () => services.web.isLoopback;
    },
    launch: () => server.launch(baseDir, localUser),
    close: () => server.close(),
  };
}
