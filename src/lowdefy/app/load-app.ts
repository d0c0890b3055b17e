import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from '../../lib/logger.ts';
import { DEFAULT_MAX_RESPONSE_MB } from '../../session/limits.ts';
import { loadConnections } from '../connections/connections.ts';
import { createScrub } from '../connections/create-scrub.ts';
import { checkEngine } from '../engine/check-engine.ts';
import { UNSEEN } from '../engine/unseen-engine.ts';
import { loadAgents, placeAgentFolders } from './agents.ts';
import type { App, LowdefyPackages } from './app.ts';
import { withClearAnswers } from './call-agent.ts';
import { withClearFailures } from './call-request.ts';
import { readEndpoints } from './endpoints.ts';
import { loadExport } from './load-export.ts';
import { loadPackages } from './load-packages.ts';
import { isRecord } from './main-file.ts';
import { type OpenBuildOptions, openBuild } from './open-build.ts';
import { createFileCache, readJson } from './read-build.ts';
import { loadThemeTokens } from './theme-tokens.ts';

export interface LoadAppOptions extends OpenBuildOptions {
  /** `mcp.limits.maxResponseMb`. */
  maxResponseMb?: number;
}

/** A Lowdefy app, built if need be, with everything that its pages need. */
export async function loadApp(options: LoadAppOptions): Promise<App> {
  const { log } = options;
  const { facts, files, finder, title, types, pages, parents, secrets, unknown, buildDirectory } =
    await openBuild(options);
  const { dir, settings } = facts;
  placeAgentFolders(files, dir, buildDirectory);
  const { readOnly } = settings;
  const metas = readJson(files, 'plugins/blockMetas.json');
  const builtMetas = isRecord(metas) ? metas : undefined;
  const packages = await loadPackages({ finder, types, parents, unknown, builtMetas, log });
  const engineNote = await noteOnEngine(packages);
  if (engineNote !== undefined) log.warn(`In the app in ${dir}: ${engineNote}`);
  const connections = await loadConnections({
    ...types,
    dir,
    find: (use) => loadExport(finder, use, 'connections'),
    readOnly,
    maxResponseMb: options.maxResponseMb ?? DEFAULT_MAX_RESPONSE_MB,
    unknown: unknown.connections,
    log,
  });
  const endpoints = readEndpoints(files);
  const scrub = createScrub(Object.values(secrets));
  const api = {
    ...withClearFailures(packages.api, { endpoints, secrets, scrub, readOnly }),
    ...withClearAnswers(packages.api, { secrets, scrub, readOnly }),
  };
  const config = readJson(files, 'config.json');
  const jsMap = await loadJsMap(buildDirectory);
  const shared = {
    agents: await loadAgents(types.agents, {
      find: (use) => loadExport(finder, use, 'agents'),
      unknown: unknown.agents,
      log,
    }),
    buildDirectory,
    config: isRecord(config) ? config : {},
    connections: connections.types,
    fileCache: createFileCache(files, packages.helpers.serializer.deserializeFromString),
    // From 5 on: failures inside endpoints come here before they reach the caller, who gets them anyway.
    handleError: async () => {},
    jsMap: jsMap?.server ?? {},
    logger: toApiLogger(log),
    operators: packages.serverOperators,
    secrets,
  };
  return {
    ...facts,
    ...(title === undefined ? {} : { title }),
    buildDirectory,
    unknownBlocks: unknown.blocks,
    ...(engineNote !== undefined && { engineNote }),
    packages: { ...packages, api },
    pages,
    endpoints,
    usesAgents: types.blocks.AgentChat !== undefined,
    ...(jsMap && { jsMap }),
    ...(types.clientOperators._theme && { themeTokens: loadThemeTokens(finder, log) }),
    createApiContext(user) {
      const context = { ...shared, rid: randomUUID(), headers: {}, session: user ? { user } : undefined };
      api.createApiContext(context);
      return context;
    },
    scrub,
    log,
    close: connections.close,
  };
}

/** What there is to say of an engine that is not quite like those that are known. */
async function noteOnEngine({
  version,
  engine,
  clientOperators,
}: LowdefyPackages): Promise<string | undefined> {
  const { generation, difference } = await checkEngine({
    getContext: engine.getContext,
    operators: clientOperators,
  });
  if (difference !== undefined)
    return `The engine of Lowdefy ${version} differs from what Tandem knows of generation ${generation} (${difference}). Check the result of each action.`;
  if (generation !== UNSEEN) return undefined;
  return `The app runs on Lowdefy ${version}, whose engine Tandem has not seen before. It is used as far as it resembles Lowdefy 5. Check the result of each action.`;
}

/** Lowdefy logs objects, with payloads and users in them; only what happened is kept. */
function toApiLogger(log: Logger) {
  const tell = (entry: unknown) => {
    const event = isRecord(entry) ? entry.event : entry;
    if (typeof event === 'string') log.debug(`lowdefy: ${event}`);
  };
  return { debug: tell, info: tell, warn: tell, error: tell };
}

async function loadJsMap(buildDirectory: string): Promise<App['jsMap']> {
  const load = async (side: string): Promise<Record<string, unknown> | undefined> => {
    const file = join(buildDirectory, 'plugins', 'operators', `${side}JsMap.js`);
    if (!existsSync(file)) return undefined;
    const map: unknown = (await import(pathToFileURL(file).href)).default;
    return isRecord(map) ? map : {};
  };
  const [client, server] = [await load('client'), await load('server')];
  return client || server ? { client: client ?? {}, server: server ?? {} } : undefined;
}
