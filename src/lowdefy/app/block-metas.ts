import { readFileSync } from 'node:fs';
import type { Logger } from '../../lib/logger.ts';
import type { BlockMeta, McpRender } from './app.ts';
import { metaFromSource } from './block-source.ts';
import type { TypeUse } from './build-types.ts';
import type { PackageFinder } from './find-packages.ts';
import { cannotLoad } from './load-export.ts';
import { isRecord } from './main-file.ts';
import { UNKNOWN_PACKAGE } from './unknown-types.ts';

const CATEGORIES = ['input', 'display', 'container', 'list', 'input-container'];

/** Metas of the stock blocks, made ahead of time: to get them from the blocks would mean to load React. */
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

/** How each block type behaves, and how those of plugins want to be shown. */
export async function loadBlockMetas(options: {
  types: Record<string, TypeUse>;
  finder: PackageFinder;
  /** Types that have blocks in them somewhere. */
  parents: Set<string>;
  /** From 5 on the build writes those that the app uses. */
  built?: Record<string, unknown>;
  log: Logger;
}): Promise<{ blockMetas: Record<string, BlockMeta>; mcpRenders: Record<string, McpRender> }> {
  const { types, finder, parents, log } = options;
  const stock = stockMetas();
  const blockMetas = { ...stock };
  const mcpRenders: Record<string, McpRender> = {};
  const told = new Set<string>();
  for (const [type, use] of Object.entries(types)) {
    const isStock = use.package.startsWith('@lowdefy/') && stock[use.name] !== undefined;
    const known = toMeta(options.built?.[type]) ?? toMeta(await part(use.package, 'metas', use.name));
    const block = isStock || known ? undefined : await part(use.package, 'blocks', use.name);
    const folder = isStock || known || block ? undefined : finder.folderOf(use.package);
    const written = folder === undefined ? undefined : metaFromSource(folder, use.name);
    const meta = known ?? (isStock ? stock[use.name] : toMeta(block?.meta ?? written));
    if (!meta && use.package !== UNKNOWN_PACKAGE) {
      log.warn(
        `What kind of block ${type} (${use.package}) is cannot be found out, so it is shown as plain text.`,
      );
    }
    // A type that holds blocks must go on holding them, or its part of the page would be gone.
    blockMetas[type] = meta ?? { category: parents.has(type) ? 'container' : 'display' };
    if (isStock) continue;
    const own = await part(use.package, 'mcp', use.name);
    const render = [own, own?.mcpRender, block?.mcpRender].find((value) => typeof value === 'function');
    if (render) mcpRenders[type] = render as McpRender;
  }
  return { blockMetas, mcpRenders };

  /** What a package exports under a name, there or in its default export; functions count, they carry statics. */
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
      // Blocks load styles and browser code; the fallback is for them.
      if (subpath !== 'mcp') log.debug(why);
      else if (!told.has(name)) log.warn(`Its blocks are shown by their category: ${why}`);
      if (subpath === 'mcp') told.add(name);
      return undefined;
    }
  }
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
