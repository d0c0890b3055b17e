import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isHidden } from './locate-block.ts';
import { isAreaShown, type UiState } from './ui-state.ts';

/**
 * The blocks that come on the screen now, parents first, and are marked in `mounted`. Mounted is what stands in a
 * shown area of a mounted, visible block; a hidden block in such a place is mounted too, what is inside it is not.
 * Closing a modal or leaving a tab unmounts nothing; hiding a container or removing a list item does.
 */
export function enteringBlocks(page: BlockTree, ui: UiState, mounted: Set<string>): EngineBlock[] {
  const entering: EngineBlock[] = [];
  const alive = new Set<string>();
  visit(page, true);
  for (const id of mounted) if (!alive.has(id)) mounted.delete(id);
  for (const block of entering) mounted.add(block.blockId);
  return entering;

  function visit(tree: BlockTree, shown: boolean): void {
    const { block } = tree;
    alive.add(block.blockId);
    if (shown && !mounted.has(block.blockId)) entering.push(block);
    if (isHidden(block)) return;
    for (const areas of [tree.areas, ...tree.items])
      for (const [area, children] of Object.entries(areas)) {
        const isShown = shown && isAreaShown(tree, area, ui);
        for (const child of children) visit(child, isShown);
      }
  }
}
