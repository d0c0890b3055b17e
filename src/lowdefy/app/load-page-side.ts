import { randomUUID } from 'node:crypto';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import { readBuildTypes } from '../build/build-types.ts';
import { readBuiltPages } from '../build/built-pages.ts';
import type { OpenBuild } from '../build/open-build.ts';
import { createFileCache, readJson, readPageParts } from '../build/read-build.ts';
import { readUnknown } from '../build/unknown-types.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import type { App, LowdefyPackages } from './app.ts';
import type { AppEndpoint } from './endpoints.ts';
import { fixedFinder, type PackageFinder } from './find-packages.ts';
import { loadJsMap } from './load-js-map.ts';
import { loadPackages } from './load-packages.ts';
import type { PageGround } from './page-ground.ts';
import { prepareEngine } from './prepare-engine.ts';
import { loadThemeTokens } from './theme-tokens.ts';

type RequestApi = Pick<LowdefyPackages['api'], 'callRequest' | 'callEndpoint' | 'callAgent'>;

/** An app in a process without secrets: its pages, with requests delegated. */
export async function loadPageSide(options: {
  facts: AppFacts;
  ground: PageGround;
  api: Required<RequestApi>;
  log: Logger;
}): Promise<App> {
  const { facts, ground, log } = options;
  const { title, buildDirectory, endpoints } = ground;
  const files = readPageParts(buildDirectory, ground.parts);
  const build: PageBuild = {
    facts,
    title,
    buildDirectory,
    endpoints,
    files,
    types: readBuildTypes(files),
    unknown: readUnknown(files),
    ...readBuiltPages(files),
  };
  const finder = fixedFinder(ground.packages, log);
  return toApp(build, { finder, api: options.api, log, close: async () => {} });
}

/** What pages need from a build. */
export type PageBuild = Pick<
  OpenBuild,
  'facts' | 'title' | 'buildDirectory' | 'files' | 'types' | 'unknown' | 'pages' | 'parents'
> & { endpoints: AppEndpoint[] };

export async function toApp(
  build: PageBuild,
  around: {
    finder: PackageFinder;
    /** Those of these that this version of Lowdefy has. */
    api: RequestApi;
    /** What else contexts have. */
    createContext?(user: Record<string, unknown> | null): object;
    log: Logger;
    close(): Promise<void>;
  },
): Promise<App> {
  const { facts, title, files, types, pages, parents, unknown, buildDirectory, endpoints } = build;
  const { finder, log } = around;
  const metas = readJson(files, 'plugins/blockMetas.json');
  const builtMetas = isRecord(metas) ? metas : undefined;
  const packages = await loadPackages({ finder, types, parents, unknown, builtMetas, log });
  const { clientOperators, note: engineNote } = await prepareEngine(packages, types.clientOperators);
  if (engineNote !== undefined) log.warn(`In the app in ${facts.dir}: ${engineNote}`);
  const config = readJson(files, 'config.json');
  const shared = {
    buildDirectory,
    config: isRecord(config) ? config : {},
    fileCache: createFileCache(files, packages.helpers.serializer.deserializeFromString),
  };
  const jsMap = await loadJsMap(buildDirectory, 'client');
  const { callRequest, callEndpoint, callAgent } = around.api;
  const api = {
    ...packages.api,
    callRequest,
    ...(packages.api.callEndpoint && { callEndpoint }),
    ...(packages.api.callAgent && { callAgent }),
  };
  return {
    ...facts,
    ...(title === undefined ? {} : { title }),
    buildDirectory,
    unknownBlocks: unknown.blocks,
    ...(engineNote !== undefined && { engineNote }),
    packages: { ...packages, clientOperators, api },
    pages,
    endpoints,
    usesAgents: types.blocks.AgentChat !== undefined,
    ...(jsMap && { jsMap }),
    ...(types.clientOperators._theme && { themeTokens: loadThemeTokens(finder, log) }),
    createApiContext(user) {
      if (around.createContext) return around.createContext(user);
      const context = { ...shared, rid: randomUUID(), headers: {}, session: user ? { user } : undefined };
      api.createApiContext(context);
      return context;
    },
    log,
    close: around.close,
  };
}
