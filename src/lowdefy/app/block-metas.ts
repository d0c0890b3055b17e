import { readFileSync } from 'node:fs';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { TypeUse } from '../build/build-types.ts';
import { UNKNOWN_PACKAGE } from '../build/unknown-types.ts';
import type { McpSchema } from '../named/json-schema.ts';
import type { BlockMeta, McpOutput, McpRender } from './app.ts';
import { initValueFromSource, metaFromSource, speaksToAgents } from './block-source.ts';
import { loadDefaultTypes } from './default-types.ts';
import type { PackageFinder } from './find-packages.ts';
import { cannotLoad } from './load-export.ts';

const CATEGORIES = ['input', 'display', 'container', 'list', 'input-container'];

/** Metas of the stock blocks, generated ahead of time: reading them from the blocks would load React. */
function stockMetas(): Record<string, BlockMeta> {
  const all: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('./block-metas.json', import.meta.url), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(all).flatMap(([type, value]) => {
      const meta = toMeta(value);
      return meta ? [[type, meta]] : [];
    }),
  );
}

/** What plugin blocks say to agents, by block type. */
interface McpFunctions {
  mcpRenders: Record<string, McpRender>;
  mcpSchemas: Record<string, McpSchema>;
  mcpOutputs: Record<string, McpOutput>;
}

/** How each block type behaves, and what plugin blocks say to agents. */
export async function loadBlockMetas(options: {
  types: Record<string, TypeUse>;
  finder: PackageFinder;
  /** Types that contain blocks somewhere in the app. */
  parents: Set<string>;
  /** From 5 on, the build writes the metas that the app uses. */
  built?: Record<string, unknown>;
  log: Logger;
}): Promise<McpFunctions & { blockMetas: Record<string, BlockMeta> }> {
  const { types, finder, parents, log } = options;
  const stock = stockMetas();
  const blockMetas = { ...stock };
  const functions: McpFunctions = { mcpRenders: {}, mcpSchemas: {}, mcpOutputs: {} };
  const told = new Set<string>();
  const defaults = await loadDefaultTypes(finder);
  const defaultMetas = isRecord(defaults?.blockMetas) ? defaults.blockMetas : {};
  const bundled = packagesIn(defaults?.blocks);
  for (const [type, use] of Object.entries(types)) {
    const isLowdefys = bundled.has(use.package) || /^@lowdefy\/(blocks|plugin)-/.test(use.package);
    const isStock = isLowdefys && stock[use.name] !== undefined;
    const listed =
      toMeta(options.built?.[type]) ??
      (isLowdefys ? toMeta(defaultMetas[use.name]) : undefined) ??
      toMeta(await part(use.package, 'metas', use.name)) ??
      (isStock ? stock[use.name] : undefined);
    const folder = isStock ? undefined : finder.folderOf(use.package);
    const known = listed ?? (folder === undefined ? undefined : toMeta(metaFromSource(folder, use.name)));
    // Blocks load React, styles and browser code, so they are loaded only if there is no other way.
    const isNeeded = !isLowdefys && (!known || (folder !== undefined && speaksToAgents(folder)));
    const block = isNeeded ? await part(use.package, 'blocks', use.name) : undefined;
    const meta = known ?? toMeta(block?.meta);
    if (!meta && use.package !== UNKNOWN_PACKAGE) {
      log.warn(
        `The category of block type ${type} (${use.package}) is unknown, so it is shown as plain text.`,
      );
    }
    // A type that contains blocks must keep containing them, or that part of the page would disappear.
    blockMetas[type] = meta
      ? withOwnStart(meta, use)
      : { category: parents.has(type) ? 'container' : 'display' };
    if (isLowdefys) continue;
    const own = await part(use.package, 'mcp', use.name);
    const { mcpRenders, mcpSchemas, mcpOutputs } = functions;
    add(mcpRenders, [own, own?.mcpRender, block?.mcpRender]);
    add(mcpSchemas, [own?.mcpSchema, block?.mcpSchema]);
    add(mcpOutputs, [own?.mcpOutput, block?.mcpOutput]);

    function add(all: Record<string, unknown>, candidates: unknown[]): void {
      const found = candidates.find((value) => typeof value === 'function');
      const call = found as ((args: unknown) => unknown) | undefined;
      if (call) all[type] = Object.assign((args: unknown) => call(args), { plugin: use.package });
    }
  }
  return { blockMetas, ...functions };

  /** The initial value of an input changed between versions; the app's own package knows it. */
  function withOwnStart(meta: BlockMeta, use: TypeUse): BlockMeta {
    const folder = meta.initValue === undefined ? undefined : finder.folderOf(use.package);
    const initValue = folder === undefined ? undefined : initValueFromSource(folder, use.name);
    return initValue ? { ...meta, initValue } : meta;
  }

  /**
   * What a package exports under a name, directly or in its default export; functions count, because they carry
   * statics.
   */
  async function part(
    name: string,
    subpath: string,
    key: string,
  ): Promise<Record<string, unknown> | undefined> {
    try {
      const module = await finder.load(name, subpath);
      const found = module?.[key] ?? (isRecord(module?.default) ? module.default[key] : undefined);
      return isRecord(found) || typeof found === 'function' ? (found as Record<string, unknown>) : undefined;
    } catch (error) {
      const why = cannotLoad(`${name}/${subpath}`, error);
      if (subpath !== 'mcp') log.debug(why);
      else if (!told.has(name)) log.warn(`Its blocks are shown by their category: ${why}`);
      if (subpath === 'mcp') told.add(name);
      return undefined;
    }
  }
}

function packagesIn(types: unknown): Set<unknown> {
  return new Set(
    Object.values(isRecord(types) ? types : {}).map((use) => (isRecord(use) ? use.package : undefined)),
  );
}

function toMeta(value: unknown): BlockMeta | undefined {
  if (!isRecord(value) || !CATEGORIES.includes(String(value.category))) return undefined;
  const { category, valueType, initValue } = value as unknown as BlockMeta;
  return {
    category,
    ...(valueType === undefined ? {} : { valueType }),
    ...(initValue === undefined ? {} : { initValue }),
  };
}
