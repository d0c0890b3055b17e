import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { type CollectedMcp, stricter, toSettings } from '../build/collect-mcp.ts';
import type { McpAppSettings, McpPageSettings } from './app.ts';
import type { McpAppInput } from './mcp-schema.ts';

export interface BuiltPage {
  pageId: string;
  blockIds: Set<string>;
  mcp: CollectedMcp;
}

/**
 * The combined settings of `lowdefy.yaml`, pages, blocks and `tandem.yaml`. None of them can allow what another
 * forbids.
 */
export function toAppSettings(options: {
  pages: BuiltPage[];
  /** `from` is the file that an error points to. */
  inputs: { from: string; mcp: McpAppInput }[];
  log: Logger;
}): McpAppSettings {
  const { inputs, log } = options;
  const pages = new Map(options.pages.map((page) => [page.pageId, page]));
  const settings: Record<string, McpPageSettings> = {};
  const unused = new Set(options.pages.flatMap((page) => page.mcp.unused));
  for (const { pageId, mcp } of options.pages) {
    if (Object.keys(mcp.settings).length > 1 || Object.keys(mcp.settings.blocks).length > 0) {
      settings[pageId] = mcp.settings;
    }
  }
  for (const { from, mcp } of inputs) {
    for (const pageId of mcp.exclude ?? []) add(from, 'mcp.exclude', pageId, { exclude: true });
    for (const [pageId, page] of Object.entries(mcp.pages ?? {})) add(from, 'mcp.pages', pageId, page);
    if (mcp.resources !== undefined) unused.add('resources');
    const described = [
      ...Object.values(mcp.tools ?? {}),
      ...Object.values(mcp.pages ?? {}).flatMap(withBlocks),
    ];
    for (const entry of described) {
      for (const key of ['description', 'toolName']) if (key in entry) unused.add(key);
    }
  }
  if (unused.size > 0) {
    log.info(`These mcp settings are accepted but have no effect yet: ${[...unused].sort().join(', ')}.`);
  }
  const tools = inputs.flatMap(({ mcp }) => Object.entries(mcp.tools ?? {}));
  return {
    enabled: inputs.every(({ mcp }) => mcp.enabled !== false),
    readOnly: inputs.some(({ mcp }) => mcp.readOnly === true),
    exclude: Object.keys(settings).filter((pageId) => settings[pageId]?.exclude),
    disabledTools: [...new Set(tools.flatMap(([name, tool]) => (tool.enabled === false ? name : [])))],
    disabledActions: [
      ...new Set(
        inputs
          .flatMap(({ mcp }) => Object.entries(mcp.actions ?? {}))
          .flatMap(([name, on]) => (on === false ? name : [])),
      ),
    ],
    uploads: [...new Set(inputs.flatMap(({ mcp }) => mcp.uploads ?? []))],
    pages: settings,
  };

  function add(
    from: string,
    key: string,
    pageId: string,
    input: NonNullable<McpAppInput['pages']>[string],
  ): void {
    const page = pages.get(pageId);
    // A safety setting with a misspelled name would protect nothing.
    if (!page) throw unknown(`${from}: ${key} names the page "${pageId}", which`, pageId, pages.keys());
    const before = settings[pageId] ?? { blocks: {} };
    const blocks = { ...before.blocks };
    for (const [blockId, block] of Object.entries(input.blocks ?? {})) {
      if (!page.blockIds.has(blockId)) {
        throw unknown(
          `${from}: ${key}.${pageId} names the block "${blockId}", which`,
          blockId,
          page.blockIds,
        );
      }
      blocks[blockId] = stricter(blocks[blockId], toSettings(block));
    }
    settings[pageId] = { ...stricter(before, toSettings(input)), blocks };
  }
}

function withBlocks(page: NonNullable<McpAppInput['pages']>[string]): object[] {
  return [page, ...Object.values(page.blocks ?? {})];
}

function unknown(start: string, name: string, known: Iterable<string>): TandemError {
  return new TandemError('invalid_config', `${start} does not exist.${didYouMean(name, known)}`);
}
