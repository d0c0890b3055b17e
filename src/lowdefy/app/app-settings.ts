import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { didYouMean } from '../../lib/nearest.ts';
import { type CollectedMcp, stricter, toSettings } from '../build/collect-mcp.ts';
import type { McpAppSettings, McpPageSettings, NamedToolSettings } from './app.ts';
import { type McpAppInput, STOCK_TOOLS } from './mcp-schema.ts';

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
  const unused = new Set<string>();
  for (const { pageId, mcp } of options.pages) {
    if (Object.keys(mcp.settings).length > 1 || Object.keys(mcp.settings.blocks).length > 0) {
      settings[pageId] = mcp.settings;
    }
  }
  for (const { from, mcp } of inputs) {
    for (const pageId of mcp.exclude ?? []) add(from, 'mcp.exclude', pageId, { exclude: true });
    for (const [pageId, page] of Object.entries(mcp.pages ?? {})) add(from, 'mcp.pages', pageId, page);
    for (const name of STOCK_TOOLS)
      if (mcp.tools?.[name]?.description !== undefined) unused.add('description');
  }
  if (unused.size > 0) {
    log.info(`These mcp settings are accepted but have no effect yet: ${[...unused].sort().join(', ')}.`);
  }
  // The last file is the one closest to the server.
  const format = inputs.map(({ mcp }) => mcp.format).findLast((one) => one !== undefined);
  const approve = inputs.map(({ mcp }) => mcp.approve?.inClient);
  const tools = inputs.flatMap(({ mcp }) => Object.entries(mcp.tools ?? {}));
  return {
    enabled: inputs.every(({ mcp }) => mcp.enabled !== false),
    readOnly: inputs.some(({ mcp }) => mcp.readOnly === true),
    ...(inputs.some(({ mcp }) => mcp.confirm === 'writes') && { confirm: 'writes' as const }),
    approveInClient: approve.includes(true) && !approve.includes(false),
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
    expose: toExpose(inputs.flatMap(({ mcp }) => mcp.expose ?? [])),
    tools: toNamedSettings(tools),
    resources: Object.assign({}, ...inputs.map(({ mcp }) => mcp.resources ?? {})),
    ...(format !== undefined && { format }),
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
    const requests = { ...before.requests };
    for (const [requestId, { confirm }] of Object.entries(input.requests ?? {}))
      if (confirm) requests[requestId] = confirm;
    const confirmed = Object.keys(requests).length > 0 ? { requests } : {};
    settings[pageId] = { ...stricter(before, toSettings(input)), blocks, ...confirmed };
  }
}

/** What several files expose together. */
function toExpose(given: readonly string[]): McpAppSettings['expose'] {
  if (given.includes('all')) return 'all';
  return given.includes('forms') ? 'forms' : [...new Set(given)];
}

function toNamedSettings(tools: [string, NamedToolSettings][]): Record<string, NamedToolSettings> {
  const named: Record<string, NamedToolSettings> = {};
  for (const [name, tool] of tools) {
    if (STOCK_TOOLS.includes(name)) continue;
    const before = named[name];
    named[name] = { ...before, ...tool };
    // What one file forbids the other cannot allow.
    if (before?.enabled === false) named[name].enabled = false;
    if (before?.confirm) named[name].confirm = tool.confirm || before.confirm;
  }
  return named;
}

function unknown(start: string, name: string, known: Iterable<string>): TandemError {
  return new TandemError('invalid_config', `${start} does not exist.${didYouMean(name, known)}`);
}
