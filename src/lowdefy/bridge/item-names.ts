import { newId } from '../../lib/new-id.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { eachBlock } from './locate-block.ts';

/** Names are saved and may meet those of another process. */
const PREFIX = newId('').slice(-6);
const names = new WeakMap<EngineBlock, string>();
let count = 0;

/** A name for each item of a list. It stays when the item moves: the engine moves its blocks, too. */
export function itemNames({ items }: BlockTree): string[] {
  return items.map((areas, index) => {
    const first = firstBlock(areas);
    if (!first) return `#${index}`;
    const known = names.get(first);
    if (known !== undefined) return known;
    const name = `${PREFIX}-${++count}`;
    names.set(first, name);
    return name;
  });
}

/** Names that were given to items of a page, by list; a page that no person has seen has none. */
export function namedLists(page: BlockTree): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const { tree } of eachBlock(page))
    if (tree.items.some((areas) => names.has(firstBlock(areas) as EngineBlock)))
      lists[tree.block.blockId] = itemNames(tree);
  return lists;
}

/** Gives the items of a restored page the names they had. */
export function nameAgain(page: BlockTree, lists: Record<string, string[]>): void {
  for (const { tree } of eachBlock(page)) {
    const known = lists[tree.block.blockId];
    if (known?.length !== tree.items.length) continue;
    for (const [index, areas] of tree.items.entries()) {
      const first = firstBlock(areas);
      const name = known[index];
      if (first && name !== undefined) names.set(first, name);
    }
  }
}

/** The id that a block in list items has now, given the one it had and the names of its items. Undefined if an item is gone. */
export function currentId(
  page: BlockTree,
  blockId: string,
  items: readonly string[] = [],
): string | undefined {
  let id = blockId;
  for (const [depth, name] of items.entries()) {
    const parts = id.split('.');
    const at = parts.flatMap((part, index) => (/^\d+$/.test(part) ? [index] : []))[depth];
    if (at === undefined) return id;
    const index = itemPosition(page, parts.slice(0, at).join('.'), name);
    if (index === undefined) return undefined;
    id = parts.with(at, String(index)).join('.');
  }
  return id;
}

/** Where an item is in a list now; undefined if it is gone. */
export function itemPosition(page: BlockTree, listId: string, name: string): number | undefined {
  for (const { tree } of eachBlock(page)) {
    if (tree.block.blockId !== listId) continue;
    const index = itemNames(tree).indexOf(name);
    return index < 0 ? undefined : index;
  }
  return undefined;
}

function firstBlock(areas: BlockTree['items'][number]): EngineBlock | undefined {
  return Object.values(areas).flat()[0]?.block;
}
