import { randomUUID } from 'node:crypto';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import { DEFAULT_MAX_RESPONSE_MB } from '../../session/limits.ts';
import type { OpenBuild } from '../build/open-build.ts';
import { createFileCache, readJson } from '../build/read-build.ts';
import { loadConnections } from '../connections/connections.ts';
import { createScrub } from '../connections/create-scrub.ts';
import { loadAgents, placeAgentFolders } from './agents.ts';
import type { LowdefyPackages } from './app.ts';
import { withClearAnswers } from './call-agent.ts';
import { withClearFailures } from './call-request.ts';
import { readEndpoints } from './endpoints.ts';
import { loadExport } from './load-export.ts';
import { loadJsMap } from './load-js-map.ts';
import { loadServerPackages } from './load-packages.ts';

/** The part of an app that has its secrets and connections. */
export interface RequestSide {
  api: Pick<LowdefyPackages['api'], 'callRequest' | 'callEndpoint' | 'callAgent'>;
  /** Everything `@lowdefy/api` needs, for one user. */
  createContext(user: Record<string, unknown> | null): object;
  /** Close database pools and the like. */
  close(): Promise<void>;
}

export async function loadRequestSide(
  build: OpenBuild,
  { maxResponseMb = DEFAULT_MAX_RESPONSE_MB, log }: { maxResponseMb?: number | undefined; log: Logger },
): Promise<RequestSide> {
  const { facts, files, finder, types, secrets, unknown, buildDirectory } = build;
  const { dir, settings } = facts;
  const { readOnly } = settings;
  placeAgentFolders(files, dir, buildDirectory);
  const { api, helpers, serverOperators } = await loadServerPackages({ finder, types, unknown, log });
  const connections = await loadConnections({
    ...types,
    dir,
    find: (use) => loadExport(finder, use, 'connections'),
    readOnly,
    maxResponseMb,
    unknown: unknown.connections,
    log,
  });
  const scrub = createScrub(Object.values(secrets));
  const config = readJson(files, 'config.json');
  const shared = {
    agents: await loadAgents(types.agents, {
      find: (use) => loadExport(finder, use, 'agents'),
      unknown: unknown.agents,
      log,
    }),
    buildDirectory,
    config: isRecord(config) ? config : {},
    connections: connections.types,
    fileCache: createFileCache(files, helpers.serializer.deserializeFromString),
    // From 5 on: failures inside endpoints arrive here before they reach the caller, who receives them anyway.
    handleError: async () => {},
    jsMap: (await loadJsMap(buildDirectory, 'server')) ?? {},
    logger: toApiLogger(log),
    operators: serverOperators,
    secrets,
  };
  return {
    api: {
      ...withClearFailures(api, { endpoints: readEndpoints(files), secrets, scrub, readOnly }),
      ...withClearAnswers(api, { secrets, scrub, readOnly }),
    },
    createContext(user) {
      const context = { ...shared, rid: randomUUID(), headers: {}, session: user ? { user } : undefined };
      api.createApiContext(context);
      return context;
    },
    close: connections.close,
  };
}

/** Lowdefy logs objects that contain payloads and users; only the event is kept. */
function toApiLogger(log: Logger) {
  const tell = (entry: unknown) => {
    const event = isRecord(entry) ? entry.event : entry;
    if (typeof event === 'string') log.debug(`lowdefy: ${event}`);
  };
  return { debug: tell, info: tell, warn: tell, error: tell };
}
