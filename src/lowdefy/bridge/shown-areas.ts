import type { BlockUiState } from '../engine/block-snapshot.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import { isPageAreaDrawn } from './components/page-layout.ts';
import { isPopoverArea, isPopoverOpen } from './components/popover.ts';
import { isPanelOpen } from './components/splitter.ts';
import { activeOf, isOpening, isPanelled, panelsOf, type UiState } from './ui-state.ts';

/** Whether the content of an area can be visible: the modal is open, the tab is active. */
export function isAreaShown(tree: BlockTree, area: string, ui: UiState): boolean {
  const { type, blockId } = tree.block;
  if (isOpening(type)) return ui.open[blockId] === true;
  if (type === 'Splitter') return isPanelOpen(tree.block, area, ui);
  if (isPopoverArea(tree.block, area)) return isPopoverOpen(tree.block, ui);
  if (!isPanelled(type)) return isPageAreaDrawn(tree.block, area, ui);
  if (!panelsOf(tree).some((panel) => panel.key === area)) return true;
  return activeOf(tree, ui).includes(area);
}

export function toBlockUi(tree: BlockTree, ui: UiState): BlockUiState {
  const { type, blockId } = tree.block;
  if (isOpening(type)) return { open: ui.open[blockId] === true };
  if (type === 'Tabs') return { activeKey: activeOf(tree, ui)[0] };
  if (type === 'Collapse') return { activeKeys: activeOf(tree, ui) };
  if (type === 'Splitter')
    return { activeKeys: Object.keys(tree.areas).filter((key) => isAreaShown(tree, key, ui)) };
  return {};
}
