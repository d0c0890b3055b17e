import type { ChatRecord } from '../bridge/chat/chat-record.ts';

/**
 * A block as the real client would have it on the screen now: evaluated, plain, the same for every generation of
 * the engine. Invisible blocks are left out.
 */
export interface BlockSnapshot {
  /** With list indices in it: `line_items.0.amount`. */
  blockId: string;
  type: string;
  category: 'input' | 'display' | 'container' | 'list' | 'input-container';
  /** Evaluated; never with operators in it. */
  properties: Record<string, unknown>;
  /** Of inputs and lists; may hold Dates. */
  value: unknown;
  /** True, or the message of the rule. */
  required: boolean | string;
  /** As shown to the person: `status` is null until validation is shown. */
  validation: { status: 'error' | 'warning' | 'success' | null; errors: string[]; warnings: string[] };
  /** Names of events that have actions. */
  events: string[];
  /** Keys that trigger an event, by its name: `mod+K`. */
  shortcuts?: Record<string, string[]>;
  loading: boolean;
  /** Methods that can be called now (`toggleOpen`, `pushItem` …). */
  methods: string[];
  /** The event of another block that calls one of its methods: what opens a dialog. */
  opener?: { blockId: string; event: string };
  /** What React components keep to themselves, kept by the bridge. */
  ui: BlockUiState;
  /** Children by area, in order; of containers. A closed modal and an inactive tab have theirs, marked by `ui`. */
  areas: Record<string, BlockSnapshot[]>;
  /** Of lists: the areas of each item. */
  items: Record<string, BlockSnapshot[]>[];
}

export interface BlockUiState {
  /** Of modals, drawers, confirm modals, menus that drop down, searches and tours: whether it is open. */
  open?: boolean;
  /** Of tabs: the active one. */
  activeKey?: string;
  /** Of a collapse: the open panels. */
  activeKeys?: string[];
  /** Of a grid: the rows that are selected, by their numbers. */
  selectedRows?: number[];
  /** Of a row of steps and of a tour: the number of the current one. */
  current?: number;
  /** Of a calendar: the month it shows, and whether it shows its days or the months of its year. */
  panel?: { month: string; mode: 'month' | 'year' };
  /** Of an open search: what was typed, and the results that are shown. */
  found?: {
    query: string;
    total: number;
    results: { group?: string; title: string; description?: string; item: Record<string, unknown> }[];
  };
  /** Of a search: what can be searched for again, newest first. */
  recent?: string[];
  /** Of a chat with an agent of the app: the conversation. */
  chat?: ChatRecord;
  /** Of a page with a sider: whether it is folded. */
  folded?: boolean;
}
