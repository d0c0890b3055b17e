import type { BlockTree } from '../../engine/engine-adapter.ts';
import { eachBlock, isHidden } from '../locate-block.ts';
import { isInput } from './is-input.ts';

/**
 * The values of hidden inputs, by block id, and the number of items of hidden lists: they are not in the state, and
 * come back when the block is shown again.
 */
export interface HiddenValues {
  values: Record<string, unknown>;
  items: Record<string, number>;
}

export function hiddenValues(tree: BlockTree): HiddenValues {
  const values: Record<string, unknown> = {};
  const items: Record<string, number> = {};
  for (const { tree: one } of eachBlock(tree)) {
    const { block } = one;
    if (!isHidden(block)) continue;
    if (block.meta.category === 'list' && one.items.length > 0) items[block.blockId] = one.items.length;
    if (isInput(block) && block.value !== null && block.value !== undefined)
      values[block.blockId] = block.value;
  }
  return { values, items };
}

/**
 * Puts them where the engine looks when it gives blocks their values; the following update removes them from the
 * state again. A value already in the state belongs to a visible block with the same id.
 */
export function putHidden(
  hidden: HiddenValues,
  set: (path: string, value: unknown) => void,
  get: Read,
): void {
  for (const [id, count] of Object.entries(hidden.items))
    if (get(id) === undefined)
      set(
        id,
        Array.from({ length: count }, () => ({})),
      );
  for (const [id, value] of Object.entries(hidden.values)) if (get(id) === undefined) set(id, value);
}

type Read = (path: string) => unknown;

export function valueAtPath(root: unknown, path: string): unknown {
  let here = root;
  for (const part of path.split('.')) here = (here as Record<string, unknown> | null | undefined)?.[part];
  return here;
}
