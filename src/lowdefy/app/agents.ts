import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { TypeUse } from '../build/build-types.ts';
import { type BuildFiles, readMarked } from '../build/read-build.ts';
import type { FoundExport } from './load-export.ts';

/** The agent types that an app uses; a missing one says so when it is called. */
export async function loadAgents(
  types: Record<string, TypeUse>,
  options: {
    find(use: TypeUse): Promise<FoundExport>;
    /** Unknown types, and why they are unknown. */
    unknown: Record<string, string>;
    log: Logger;
  },
): Promise<Record<string, unknown>> {
  const { find, unknown, log } = options;
  const agents: Record<string, unknown> = {};
  for (const [type, use] of Object.entries(types)) {
    const { found, why }: FoundExport =
      unknown[type] === undefined ? await find(use) : { why: unknown[type] };
    if (why !== undefined && unknown[type] === undefined)
      log.warn(`Agents of the type ${type} will not work: ${why}`);
    agents[type] = why === undefined ? found : { schema: {}, resolver: () => refuse(why) };
  }
  return agents;
}

function refuse(why: string): never {
  throw new TandemError('unavailable', why);
}

/** Folders that agents may read are relative to where Lowdefy's server runs; here, to the app. */
export function placeAgentFolders(files: BuildFiles, dir: string, buildDirectory: string): void {
  for (const path of files.keys()) {
    const agent = path.startsWith('agents/') ? readMarked(files, path) : undefined;
    const properties = isRecord(agent) ? agent.properties : undefined;
    const folder = isRecord(properties) ? properties.fileSystem : undefined;
    if (!isRecord(folder) || typeof folder.basePath !== 'string') continue;
    const places = [dir, dirname(buildDirectory)].map((from) => join(from, String(folder.basePath)));
    folder.basePath = places.find((place) => existsSync(place)) ?? places[0];
    files.set(path, JSON.stringify(agent));
  }
}
