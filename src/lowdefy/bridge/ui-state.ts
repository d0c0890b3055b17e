import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isSince45 } from './block-generation.ts';
import type { ChatRecord } from './chat/chat-record.ts';
import type { FoundResults } from './components/search-results.ts';

/** The internal state of React components, which the engine does not know, by block id, for one page. */
export interface UiState {
  /**
   * Modals, drawers, confirm modals, searches, sliding and dropdown menus, in the order they opened, the topmost
   * last.
   */
  open: Record<string, boolean>;
  /** Confirmations that were requested again while open: how many are below. */
  below: Record<string, number>;
  /**
   * Tabs: the active one. Collapses: the open panels. Carousels: the slide. Steps, tours, calendars: the current
   * position. Segments: whether they had a value.
   */
  active: Record<string, string[]>;
  /** Alerts and tags that were closed with their cross. */
  gone: Record<string, boolean>;
  /** Siders that were collapsed or expanded: whether they are collapsed. */
  folded: Record<string, boolean>;
  /** Grids: the selected rows, by the ids that the app gives them. */
  selected: Record<string, string[]>;
  /** Splitters whose panels were collapsed or dragged: the size of each. */
  sizes: Record<string, number[]>;
  /** Open searches: the query, and its results. */
  found: Record<string, FoundResults>;
  /** Searches on the page: the recent queries of each, newest first. */
  recent: Record<string, string[]>;
  /** Upload components on the page: they clear themselves when they appear. */
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

/** Nothing is open any more, as after leaving a page; cleared in place, since methods of blocks refer to it. */
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

/** Whether it can have a cross that closes it. */
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

/** Each request opens another confirmation; answering closes the topmost. */
export function setAsked(ui: UiState, blockId: string, asked: boolean): void {
  const below = ui.below[blockId] ?? 0;
  const isOpen = ui.open[blockId] === true;
  ui.below[blockId] = asked ? below + (isOpen ? 1 : 0) : Math.max(0, below - 1);
  setOpenState(ui, blockId, asked || below > 0);
}

/** An open confirmation stays on the screen whatever happens to the block that opened it. */
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

/** The active tab, or the open panels: what the app fixes, otherwise what was chosen, otherwise the initial one. */
export function activeOf(tree: BlockTree, ui: UiState): string[] {
  const properties = tree.block.eval?.properties ?? {};
  const first = panelsOf(tree)[0]?.key;
  // Since 4.5 people choose tabs, and the app does not fix them.
  const fixed = tree.block.type === 'Tabs' && isSince45(tree.block) ? undefined : properties.activeKey;
  const chosen =
    (fixed || undefined) ??
    ui.active[tree.block.blockId] ??
    (properties.defaultActiveKey || undefined) ??
    first;
  return chosen === undefined ? [] : [chosen].flat().map(String);
}
