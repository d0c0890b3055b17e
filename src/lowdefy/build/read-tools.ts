import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { McpAppSettings } from '../app/app.ts';
import { loadBlockMetas } from '../app/block-metas.ts';
import { readEndpoints } from '../app/endpoints.ts';
import type { PackageFinder } from '../app/find-packages.ts';
import type { NamedTool } from '../named/named-tool.ts';
import { offersTools, toNamedTools } from '../named/named-tools.ts';
import type { BuildTypes } from './build-types.ts';
import { type BuildFiles, readJson } from './read-build.ts';

/** The app's own tools. Loads the app's blocks as far as needed, and nothing if no tools are offered. */
export async function readTools(options: {
  files: BuildFiles;
  settings: McpAppSettings;
  types: BuildTypes;
  parents: Set<string>;
  finder: PackageFinder;
  log: Logger;
}): Promise<NamedTool[]> {
  const { files, settings, types, finder, parents, log } = options;
  const endpoints = readEndpoints(files);
  if (!offersTools(settings, endpoints)) return [];
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
    blocks[submit.blockId] = { ...blocks[submit.blockId], confirm: true };
  }
  return tools;
}
