import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { McpAppSettings } from '../app/app.ts';
import { loadBlockMetas } from '../app/block-metas.ts';
import { readEndpoints } from '../app/endpoints.ts';
import type { PackageFinder } from '../app/find-packages.ts';
import { NO_WRITES } from '../named/named-resource.ts';
import { toNamedResources, toWrites } from '../named/named-resources.ts';
import { offersTools, toNamedTools } from '../named/named-tools.ts';
import type { AppFacts } from '../runner/app-runner.ts';
import type { BuildTypes } from './build-types.ts';
import { type BuildFiles, readJson } from './read-build.ts';

type Offered = Pick<AppFacts, 'tools' | 'resources' | 'writes'>;

export const NOTHING_OFFERED: Offered = { tools: [], resources: [], writes: NO_WRITES };

/** The app's own tools and resources. Loads the app's blocks as far as needed, and nothing if none are offered. */
export async function readTools(options: {
  files: BuildFiles;
  settings: McpAppSettings;
  types: BuildTypes;
  parents: Set<string>;
  finder: PackageFinder;
  log: Logger;
}): Promise<Offered> {
  const { files, settings, types, finder, parents, log } = options;
  const endpoints = readEndpoints(files);
  const hasResources = Object.keys(settings.resources).length > 0;
  if (!hasResources && !offersTools(settings, endpoints)) return NOTHING_OFFERED;
  const metas = readJson(files, 'plugins/blockMetas.json');
  const { blockMetas, mcpSchemas } = await loadBlockMetas({
    types: types.blocks,
    finder,
    parents,
    ...(isRecord(metas) && { built: metas }),
    // The engine reports the same about the app's packages.
    log: { ...log, warn() {}, debug() {} },
  });
  const tools = toNamedTools({ files, endpoints, settings, blockMetas, mcpSchemas, log });
  for (const { confirm, pageId, submit } of tools) {
    if (!confirm || pageId === undefined || !submit) continue;
    // The button needs approval, whichever way an agent takes to it.
    settings.pages[pageId] ??= { blocks: {} };
    const { blocks } = settings.pages[pageId];
    const before = blocks[submit.blockId];
    blocks[submit.blockId] = { ...before, confirm: before?.confirm || confirm };
  }
  const resources = toNamedResources({
    files,
    settings,
    tools,
    blockMetas,
    mcpSchemas,
    warn: (why) => log.warn(why),
  });
  return { tools, resources, writes: toWrites(files, resources) };
}
