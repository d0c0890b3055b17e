import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isPageAreaSeen } from './components/page-layout.ts';
import { isPopoverArea } from './components/popover.ts';
import { perTree } from './per-tree.ts';
import { isAreaShown } from './shown-areas.ts';
import { isAsked, isOpening, isPanelled, type UiState } from './ui-state.ts';

/** A block and the path to it. */
export interface Located {
  tree: BlockTree;
  /** From the page down, each with the area that leads on. */
  path: { tree: BlockTree; area: string }[];
}

/** Every block of a page with its path, parents before children. */
export const eachBlock = perTree((page): readonly Located[] => {
  const found: Located[] = [];
  const add = (tree: BlockTree, path: Located['path']) => {
    found.push({ tree, path });
    for (const areas of [tree.areas, ...tree.items])
      for (const [area, children] of Object.entries(areas)) {
        if (children.length === 0) continue;
        const inside = [...path, { tree, area }];
        for (const child of children) add(child, inside);
      }
  };
  add(page, []);
  return found;
});

export const blocksOf = perTree((page): readonly EngineBlock[] =>
  eachBlock(page).map(({ tree }) => tree.block),
);

/** The blocks of a page by id; several only where an app uses one twice. */
export const blocksById = perTree((page) => {
  const found = new Map<string, Located[]>();
  for (const located of eachBlock(page)) {
    const { blockId } = located.tree.block;
    found.set(blockId, [...(found.get(blockId) ?? []), located]);
  }
  return found;
});

export function isHidden(block: EngineBlock): boolean {
  return block.visibleEval?.output === false;
}

/** The block, whatever its state; if an id occurs twice, the visible one. */
export function findBlock(
  page: BlockTree,
  blockId: string,
  { pageId, isForAgents }: { pageId: string; isForAgents(block: EngineBlock): boolean },
): Located {
  const all = blocksById(page).get(blockId) ?? [];
  const found = all.find(({ tree }) => !isHidden(tree.block)) ?? all.at(-1);
  const isOpen = (located: Located) => wayTo(located).every((step) => isForAgents(step.block));
  if (found && isOpen(found)) return found;
  const others = eachBlock(page).filter((one) => !isHidden(one.tree.block) && one !== found && isOpen(one));
  const ids = others.map(({ tree }) => tree.block.blockId);
  throw new TandemError(
    'not_found',
    `Block "${blockId}" not found on page "${pageId}".${didYouMean(blockId, ids)}`,
  );
}

function wayTo({ tree, path }: Located): BlockTree[] {
  return [...path.map((step) => step.tree), tree];
}

/** Refuses what a person could not reach: hidden, or in a closed modal. Inactive tabs only need to be opened. */
export function checkReachable({ tree, path }: Located, ui: UiState): void {
  const { blockId } = tree.block;
  if (isAsked(tree.block, ui)) return;
  const hider = [...path.map((step) => step.tree), tree].find(
    (step) => isHidden(step.block) || ui.gone[step.block.blockId],
  );
  if (hider) {
    const how = isHidden(hider.block) ? 'hidden' : 'closed';
    const why = hider === tree ? `is ${how}` : `is in "${hider.block.blockId}", which is ${how}`;
    throw new TandemError('forbidden', `Block "${blockId}" ${why} now; a person could not use it.`);
  }
  const folded = path.find(
    (step) => step.tree.block.type === 'Splitter' && !isAreaShown(step.tree, step.area, ui),
  );
  if (folded)
    throw new TandemError(
      'forbidden',
      `Block "${blockId}" is in the panel "${folded.area}" of "${folded.tree.block.blockId}", which is collapsed. Trigger onCollapse there with the payload {"panel": "${folded.area}"} first.`,
    );
  const narrow = path.find((step) => !isPageAreaSeen(step.tree.block, step.area, ui));
  if (narrow)
    throw new TandemError(
      'forbidden',
      `Block "${blockId}" is in the area "${narrow.area}" of "${narrow.tree.block.blockId}", which is not shown now.`,
    );
  const closed = path.find(
    (step) => isOpening(step.tree.block.type) && !isAreaShown(step.tree, step.area, ui),
  );
  if (closed) {
    const { blockId: id, type } = closed.tree.block;
    throw new TandemError(
      'forbidden',
      `Block "${blockId}" is in the ${type} "${id}", which is closed. Open it on the page first.`,
    );
  }
}

/** Tabs and panels that must be opened to show this block, from the outside in. */
export function closedPanels({ tree, path }: Located, ui: UiState): { tree: BlockTree; key: string }[] {
  if (isAsked(tree.block, ui)) return [];
  return path
    .filter(({ tree: { block }, area }) => isPanelled(block.type) || isPopoverArea(block, area))
    .filter((step) => !isAreaShown(step.tree, step.area, ui))
    .map((step) => ({ tree: step.tree, key: step.area }));
}

/** Open confirmations whose place on the page is not visible: hidden, or in a closed panel or modal. */
export function lostConfirmations(page: BlockTree, ui: UiState): Located[] {
  const isOut = ({ tree, path }: Located) =>
    [...path.map((step) => step.tree), tree].some((step) => isHidden(step.block)) ||
    path.some((step) => !isAreaShown(step.tree, step.area, ui));
  return eachBlock(page).filter((located) => isAsked(located.tree.block, ui) && isOut(located));
}

/** Refuses what a person could not use: disabled, loading, read-only. */
export function checkUsable(block: EngineBlock): void {
  const { blockId } = block;
  const properties = block.eval?.properties ?? {};
  const refuse = (why: string) =>
    new TandemError('forbidden', `Block "${blockId}" is ${why}; a person could not use it now.`);
  // Texts that are edited in place only look disabled.
  const isText = block.type === 'TitleInput' || block.type === 'ParagraphInput';
  if (properties.disabled && !isText) throw refuse('disabled');
  if (properties.readOnly || properties.readonly || properties.editable === false) throw refuse('read-only');
  if (block.eval?.loading === true) throw refuse('loading');
}
