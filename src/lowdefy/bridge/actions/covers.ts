import { TandemError } from '../../../errors.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isTourOpen, uncovered } from '../components/tour.ts';
import { eachBlock, isHidden, type Located } from '../locate-block.ts';
import { perTree } from '../per-tree.ts';
import { isAreaShown } from '../shown-areas.ts';
import { isOpening, type UiState } from '../ui-state.ts';

/** Refuses what is behind something open that takes all clicks until it is closed: a modal, a search, a tour. */
export function checkUncovered(page: BlockTree, { tree, path }: Located, ui: UiState): void {
  const way = [...path.map((step) => step.tree.block), tree.block];
  const top = topCover(page, ui);
  if (!top || way.includes(top)) return;
  // While a tour covers the page, the block it points at can be used.
  const target = top.type === 'Tour' ? uncovered(top, ui) : null;
  if (target !== null && way.some((block) => block.blockId === target)) return;
  const how = top.type === 'Tour' ? 'Close it or go through it first' : 'Close it first';
  throw new TandemError(
    'forbidden',
    `Block "${tree.block.blockId}" is behind the ${top.type} "${top.blockId}", which is open. ${how}.`,
  );
}

/** Those of the blocks that can cover the others. */
const covering = perTree((page) =>
  eachBlock(page).filter(({ tree: { block } }) => block.type === 'Tour' || canCover(block)),
);

function topCover(page: BlockTree, ui: UiState): EngineBlock | undefined {
  const opened = Object.keys(ui.open);
  let top: EngineBlock | undefined;
  for (const { tree, path } of covering(page)) {
    const { block } = tree;
    const isShown =
      !isHidden(block) &&
      path.every((step) => !isHidden(step.tree.block) && isAreaShown(step.tree, step.area, ui));
    if (!isCover(block, ui, isShown)) continue;
    if (!top || rank(block) > rank(top)) top = block;
  }
  return top;

  /**
   * Confirmations open after everything else in the same moment, and are on top of it; tours are on top of
   * everything.
   */
  function rank({ blockId, type }: EngineBlock): number {
    if (type === 'Tour') return 2 * opened.length;
    return opened.indexOf(blockId) + (type === 'ConfirmModal' ? opened.length : 0);
  }
}

function isCover(block: EngineBlock, ui: UiState, isShown: boolean): boolean {
  const { type, blockId } = block;
  if (type === 'Tour') return isShown && isTourOpen(block, ui) && uncovered(block, ui) !== undefined;
  if (!canCover(block) || ui.open[blockId] !== true) return false;
  return !(type === 'Drawer' && block.eval?.properties?.mask === false);
}

function canCover({ type }: EngineBlock): boolean {
  return isOpening(type) || type === 'Search';
}
