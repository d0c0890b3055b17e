import type { BlockTree } from '../../engine/engine-adapter.ts';
import { eachBlock, isHidden } from '../locate-block.ts';
import { isInput } from './is-input.ts';

/**
 * What hidden inputs hold, by block id, and how many items hidden lists have: it is in no state, and comes back
 * when the block shows again.
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
 * Put them where the engine looks when it gives blocks their values; the update that follows takes them out of
 * the state again. What the state has already is another block of that id, which shows.
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
