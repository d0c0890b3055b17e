import { isRecord } from '../../lib/is-record.ts';
import { checkYaml } from '../../lib/yaml-source.ts';
import type { McpBlockSettings, McpPageSettings } from '../app/app.ts';
import { type McpBlockInput, mcpBlockSchema } from '../app/mcp-schema.ts';
import { itemsOf, withoutMarks } from './build-marks.ts';
import { MCP_MARK, MCP_PLACES } from './move-mcp-keys.ts';

interface BuiltBlock extends Record<string, unknown> {
  blockId?: unknown;
}

export interface CollectedMcp {
  settings: McpPageSettings;
}

/**
 * Removes the `mcp` settings from a built page. They are where we put them before the build, or still under `mcp` if
 * they came from a template, a transformer, or a build that was not ours.
 */
export function collectMcp(page: Record<string, unknown>, pageId: string): CollectedMcp {
  const blocks: Record<string, McpBlockSettings> = {};
  const own = take(page, `page "${pageId}"`);
  for (const child of childBlocksOf(page)) walk(child);
  return { settings: { ...own, blocks } };

  function walk(block: BuiltBlock): void {
    const blockId = String(block.blockId ?? block.id);
    const found = take(block, `block "${blockId}" on page "${pageId}"`);
    // Several blocks may share an id; the stricter setting wins.
    if (found) blocks[blockId] = stricter(blocks[blockId], found);
    for (const child of childBlocksOf(block)) walk(child);
  }

  function take(block: BuiltBlock, name: string): McpBlockSettings | undefined {
    let found: McpBlockSettings | undefined;
    for (const value of takeValues(block)) {
      const parsed = checkYaml(mcpBlockSchema, value, { where: () => name, prefix: 'mcp' });
      found = stricter(found, toSettings(parsed));
    }
    return found;
  }
}

export function toSettings(input: McpBlockInput): McpBlockSettings {
  const { exclude, confirm, methods, toolName, description, enabled } = input;
  return {
    ...(exclude === undefined ? {} : { exclude }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(methods === undefined ? {} : { methods }),
    ...(toolName === undefined ? {} : { toolName }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

/** Settings from two places: of safety settings, what either asks for applies; of names, the later one. */
export function stricter(a: McpBlockSettings | undefined, b: McpBlockSettings): McpBlockSettings {
  return toSettings({
    exclude: either(a?.exclude, b.exclude),
    confirm: eitherConfirm(a?.confirm, b.confirm),
    methods: both(a?.methods, b.methods),
    toolName: b.toolName ?? a?.toolName,
    description: b.description ?? a?.description,
    enabled: a?.enabled === false ? false : (b.enabled ?? a?.enabled),
  });
}

/** Allowed is what both places allow. */
function both(a: string[] | undefined, b: string[] | undefined): string[] | undefined {
  return a && b ? a.filter((name) => b.includes(name)) : (a ?? b);
}

/** A text says more than that there is something to confirm. */
function eitherConfirm(
  a: McpBlockSettings['confirm'],
  b: McpBlockSettings['confirm'],
): McpBlockSettings['confirm'] {
  if (typeof b === 'string' || a === undefined || a === false) return b ?? a;
  return a;
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  return a === undefined ? b : a || b === true;
}

function takeValues(block: BuiltBlock): unknown[] {
  const values: unknown[] = [];
  if (block.mcp !== undefined) values.push(block.mcp);
  delete block.mcp;
  for (const place of MCP_PLACES) {
    const holder = block[place];
    if (!isRecord(holder) || holder[MCP_MARK] === undefined) continue;
    values.push(holder[MCP_MARK]);
    delete holder[MCP_MARK];
    if (Object.keys(holder).every((key) => key.startsWith('~'))) delete block[place];
  }
  return values.map(withoutMarks);
}

export function childBlocksOf(block: Record<string, unknown>): BuiltBlock[] {
  const areas = isRecord(block.slots) ? block.slots : block.areas;
  if (!isRecord(areas)) return [];
  return Object.values(areas).flatMap((area) =>
    isRecord(area) ? itemsOf(area.blocks).filter(isRecord) : [],
  );
}
