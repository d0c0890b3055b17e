import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isSince45 } from './block-generation.ts';
import type { ChatRecord } from './chat/chat-record.ts';
import type { FoundResults } from './components/search-results.ts';

/** What React components keep to themselves and the engine knows nothing of, by block id; of one page. */
export interface UiState {
  /** Modals, drawers, confirm modals, searches, menus that slide in or drop down; in the order in which they opened, the topmost last. */
  open: Record<string, boolean>;
  /** Confirmations that were asked for again while they were open: as many lie below. */
  below: Record<string, number>;
  /** Tabs: the active one. Collapses: the open panels. Carousels: the slide. Steps, tours, calendars: what was gone to. Segments: whether they had a value. */
  active: Record<string, string[]>;
  /** Alerts and tags that were closed with their cross. */
  gone: Record<string, boolean>;
  /** Siders that were folded or unfolded: whether they are folded. */
  folded: Record<string, boolean>;
  /** Grids: the rows that are selected, by the names that the app gives them. */
  selected: Record<string, string[]>;
  /** Splitters whose panels were folded or dragged: how large each is. */
  sizes: Record<string, number[]>;
  /** Open searches: what was typed, and what it gave. */
  found: Record<string, FoundResults>;
  /** Searches on the page: what each remembers of earlier ones, newest first. */
  recent: Record<string, string[]>;
  /** Components that upload files and are on the page: they empty themselves when they appear. */
  uploading: Record<string, boolean>;
  /** Chats with agents of the app. */
  chats: Record<string, ChatRecord>;
}

export function newUiState(): UiState {
  return {
    open: {},
    below: {},
    active: {},
    gone: {},
    folded: {},
    selected: {},
    sizes: {},
    found: {},
    recent: {},
    uploading: {},
    chats: {},
  };
}

/** Nothing is open any more, as after leaving a page; in place, since methods of blocks hold on to it. */
export function clearUiState(ui: UiState): void {
  for (const part of Object.values(ui)) for (const key of Object.keys(part)) delete part[key];
}

/** A component that is gone has nothing open when it comes back. */
export function forgetUi(ui: UiState, blockId: string): void {
  for (const part of Object.values(ui)) delete part[blockId];
}

const OPENING = new Set(['Modal', 'Drawer', 'ConfirmModal']);
const CLOSING = new Set(['Alert', 'Tag']);
const PANELS = { Tabs: 'tabs', Collapse: 'panels' } as const;

export function isOpening(type: string): boolean {
  return OPENING.has(type);
}

/** Whether it can have a cross that takes it away. */
export function isClosing(type: string): boolean {
  return CLOSING.has(type);
}

export function isPanelled(type: string): type is keyof typeof PANELS {
  return type in PANELS;
}

export function setOpenState(ui: UiState, blockId: string, open: boolean): void {
  delete ui.open[blockId];
  if (open) ui.open[blockId] = true;
}

/** Each asking opens another confirmation; answering closes the topmost. */
export function setAsked(ui: UiState, blockId: string, asked: boolean): void {
  const below = ui.below[blockId] ?? 0;
  const isOpen = ui.open[blockId] === true;
  ui.below[blockId] = asked ? below + (isOpen ? 1 : 0) : Math.max(0, below - 1);
  setOpenState(ui, blockId, asked || below > 0);
}

/** An open confirmation stays on the screen whatever becomes of the block that asked. */
export function isAsked({ type, blockId }: EngineBlock, ui: UiState): boolean {
  return type === 'ConfirmModal' && ui.open[blockId] === true;
}

/** The tabs or panels of a block, in order. */
export function panelsOf(tree: BlockTree): { key: string; disabled: boolean }[] {
  const properties = tree.block.eval?.properties ?? {};
  const named = isPanelled(tree.block.type) ? properties[PANELS[tree.block.type]] : undefined;
  const panels = Array.isArray(named)
    ? named.map((panel: { key: unknown; disabled?: unknown }) => ({
        key: String(panel.key),
        disabled: panel.disabled === true,
      }))
    : Object.keys(tree.areas)
        .sort()
        .map((key) => ({ key, disabled: false }));
  return panels.filter((panel) => panel.key !== properties.extraAreaKey);
}

/** The active tab, or the open panels: what the app fixes, else what was chosen, else what it starts with. */
export function activeOf(tree: BlockTree, ui: UiState): string[] {
  const properties = tree.block.eval?.properties ?? {};
  const first = panelsOf(tree)[0]?.key;
  // Since 4.5 tabs are what people choose, and the app does not fix which.
  const fixed = tree.block.type === 'Tabs' && isSince45(tree.block) ? undefined : properties.activeKey;
  const chosen =
    (fixed || undefined) ??
    ui.active[tree.block.blockId] ??
    (properties.defaultActiveKey || undefined) ??
    first;
  return chosen === undefined ? [] : [chosen].flat().map(String);
}
