import { newId } from '../../lib/new-id.ts';
import { eachBlock } from '../bridge/locate-block.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';

/** Names of other processes mean nothing here. */
const OURS = newId('').slice(-6);
const names = new WeakMap<EngineBlock, string>();
let count = 0;

/** A name for each item of a list. It stays when the item moves: the engine moves its blocks, too. */
export function itemNames({ items }: BlockTree): string[] {
  return items.map((areas, index) => {
    const first = Object.values(areas).flat()[0]?.block;
    if (!first) return `${OURS}#${index}`;
    const known = names.get(first);
    if (known !== undefined) return known;
    const name = `${OURS}-${++count}`;
    names.set(first, name);
    return name;
  });
}

/**
 * The id that a block in list items has now, given the one it had and the names of its items. Undefined if an item is gone.
 * Names of another process, from before a restore, are ignored.
 */
export function currentId(
  page: BlockTree,
  blockId: string,
  items: readonly string[] = [],
): string | undefined {
  let id = blockId;
  for (const [depth, name] of items.entries()) {
    if (!name.startsWith(`${OURS}-`)) continue;
    const parts = id.split('.');
    const at = parts.flatMap((part, index) => (/^\d+$/.test(part) ? [index] : []))[depth];
    if (at === undefined) return id;
    const list = findList(page, parts.slice(0, at).join('.'));
    if (!list) return undefined;
    const index = itemNames(list).indexOf(name);
    if (index < 0) return undefined;
    id = parts.with(at, String(index)).join('.');
  }
  return id;
}

function findList(page: BlockTree, blockId: string): BlockTree | undefined {
  for (const { tree } of eachBlock(page)) if (tree.block.blockId === blockId) return tree;
  return undefined;
}
