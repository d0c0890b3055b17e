import type { BlockUiState } from '../../engine/block-snapshot.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { calendarMode } from './calendar.ts';
import { localMonth, shownDate } from './calendar-dates.ts';
import { isFolded } from './page-layout.ts';
import { isPopoverOpen } from './popover.ts';
import { recentOf } from './recent-searches.ts';
import { currentStep } from './step-bar.ts';
import { isTourOpen, tourStep } from './tour.ts';

/** The internal state of components, by type. */
const UI: Record<string, (block: EngineBlock, ui: UiState) => BlockUiState> = {
  AgentChat: ({ blockId }, ui) => (ui.chats[blockId] ? { chat: ui.chats[blockId] } : {}),
  AgentConversations: ({ blockId }, ui) => ({ activeKey: ui.active[blockId]?.[0] }),
  Calendar: (block, ui) => ({
    panel: { month: localMonth(shownDate(block)), mode: calendarMode(block, ui) },
  }),
  DropdownButton: ({ blockId }, ui) => ({ open: ui.open[blockId] === true }),
  DropdownMenu: ({ blockId }, ui) => ({ open: ui.open[blockId] === true }),
  PageSidebarLayout: (block, ui) => ({ folded: isFolded(block, ui) }),
  Popover: (block, ui) => ({ open: isPopoverOpen(block, ui) }),
  Search: (block, ui) => {
    const found = ui.found[block.blockId];
    const open = ui.open[block.blockId] === true;
    return { open, recent: recentOf(block, ui), ...(found && { found }) };
  },
  Steps: (block, ui) => ({ current: currentStep(block, ui) }),
  Tour: (block, ui) => ({ open: isTourOpen(block, ui), current: tourStep(block, ui) }),
};

export function componentUi(block: EngineBlock, ui: UiState): BlockUiState {
  return UI[block.type]?.(block, ui) ?? {};
}

export function hasComponentUi(type: string): boolean {
  return type in UI;
}
