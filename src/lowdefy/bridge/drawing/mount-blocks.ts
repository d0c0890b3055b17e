import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { eachBlock, isHidden } from '../locate-block.ts';
import type { PageUi } from '../saved/visit.ts';
import { isAreaShown } from '../shown-areas.ts';
import { forgetUi, isAsked, type UiState } from '../ui-state.ts';

export interface Drawn {
  block: EngineBlock;
  /** Appears on the screen now. */
  enters: boolean;
  /** Has a component, because it is not hidden itself. */
  isVisible: boolean;
}

/**
 * What the client draws now, in the order in which React mounts it: children before their parents. A block is mounted
 * if it is in a shown area of a mounted, visible block; a hidden block in such a place is mounted too, but its
 * content is not. Closing a modal or leaving a tab unmounts nothing; hiding a container or removing a list item does,
 * and then components lose their open state.
 */
export function drawBlocks(page: BlockTree, { ui, mounted, drawn }: PageUi): Drawn[] {
  const order: Drawn[] = [];
  const alive = new Map<string, EngineBlock>();
  const confirmations = confirmationsIn(page, ui);
  const repeated = repeatedIds(page);
  visit(page, true);
  for (const id of mounted)
    if (!alive.has(id)) {
      mounted.delete(id);
      drawn.delete(id);
      forget(id);
    }
  for (const { block } of order) mounted.add(block.blockId);
  for (const id of mounted) drawn.set(id, alive.get(id) as EngineBlock);
  return order;

  /** A confirmation is independent once it is open. */
  function forget(id: string): void {
    if (!confirmations.has(id)) forgetUi(ui, id);
  }

  function visit(tree: BlockTree, shown: boolean): void {
    const { block } = tree;
    const { blockId } = block;
    alive.set(blockId, block);
    // A list item that moves is redrawn in its new place.
    const isOther = !repeated.has(blockId) && (drawn.get(blockId) ?? block) !== block;
    if (isOther) forget(blockId);
    const enters = shown && (isOther || !mounted.has(blockId));
    const isVisible = !isHidden(block);
    if (!isVisible) forget(blockId);
    else if (!ui.gone[blockId]) {
      // While a block with a skeleton is loading, which everything does at first, the skeleton replaces its content.
      const isSkeleton = isObject(block.eval?.skeleton) && (enters || block.eval?.loading === true);
      for (const areas of isSkeleton ? [] : [tree.areas, ...tree.items])
        for (const [area, children] of Object.entries(areas)) {
          const isShown = shown && isAreaShown(tree, area, ui);
          if (!isShown && isDropped(block, area)) continue;
          for (const child of children) visit(child, isShown);
        }
    }
    if (enters || mounted.has(blockId)) order.push({ block, enters, isVisible });
  }
}

/** Ids that several blocks share. Which of them was drawn last under the id means nothing. */
function repeatedIds(page: BlockTree): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { tree } of eachBlock(page)) {
    const { blockId } = tree.block;
    if (seen.has(blockId)) repeated.add(blockId);
    seen.add(blockId);
  }
  return repeated;
}

/** Whether the content of an area disappears with it: a sider shows one area when open, and another when collapsed. */
function isDropped({ type }: EngineBlock, area: string): boolean {
  return type === 'PageSidebarLayout' && (area === 'siderOpen' || area === 'siderClosed');
}

/** Ids of the open ones that are still somewhere on the page, hidden or not. */
function confirmationsIn(page: BlockTree, ui: UiState): Set<string> {
  if (Object.keys(ui.open).length === 0) return new Set();
  const all = [...eachBlock(page)].map(({ tree }) => tree.block);
  return new Set(all.filter((block) => isAsked(block, ui)).map(({ blockId }) => blockId));
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
