import type { BlockTree } from '../../engine/engine-adapter.ts';
import { eachBlock, isHidden } from '../locate-block.ts';
import { valueAtPath } from '../values/hidden-values.ts';

/** Lists with more items than the state contains, because nothing in the items has a value: how many, by id. */
export function bareLists(tree: BlockTree, state: unknown): Record<string, number> {
  const bare: Record<string, number> = {};
  for (const { tree: one } of eachBlock(tree)) {
    const { block, items } = one;
    if (block.meta.category !== 'list' || isHidden(block)) continue;
    if (items.length > lengthOf(valueAtPath(state, block.blockId))) bare[block.blockId] = items.length;
  }
  return bare;
}

/** Makes the engine create as many items again; returns a function that restores the state. */
export function putBare(
  bare: Record<string, number>,
  state: unknown,
  set: (path: string, value: unknown) => void,
): () => void {
  const before = Object.keys(bare).map((id) => [id, structuredClone(valueAtPath(state, id))] as const);
  for (const [id, count] of Object.entries(bare)) {
    const items = valueAtPath(state, id);
    const given: unknown[] = Array.isArray(items) ? items : [];
    set(
      id,
      Array.from({ length: count }, (_, i) => given[i] ?? {}),
    );
  }
  return () => {
    // Inner lists first: the outer ones contain them.
    for (const [id, value] of before.toReversed()) set(id, value);
  };
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
