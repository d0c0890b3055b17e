import type { ChatRecord } from '../bridge/chat/chat-record.ts';

/**
 * A block as the real client would show it now: evaluated, plain, the same for every generation of the engine.
 * Invisible blocks are left out.
 */
export interface BlockSnapshot {
  /** With list indices: `line_items.0.amount`. */
  blockId: string;
  type: string;
  category: 'input' | 'display' | 'container' | 'list' | 'input-container';
  /** Evaluated; never contains operators. */
  properties: Record<string, unknown>;
  /** Of inputs and lists; may contain Dates. */
  value: unknown;
  /** True, or the message of the rule. */
  required: boolean | string;
  /** As shown to the person: `status` is null until validation is shown. */
  validation: { status: 'error' | 'warning' | 'success' | null; errors: string[]; warnings: string[] };
  /** Names of events that have actions. */
  events: string[];
  /** Shortcut keys that trigger an event, by its name: `mod+K`. */
  shortcuts?: Record<string, string[]>;
  loading: boolean;
  /** A person must approve what an agent does with it. */
  needsApproval?: boolean;
  /** Methods that can be called now (`toggleOpen`, `pushItem` …). */
  methods: string[];
  /** The event of another block that calls one of its methods, such as opening a dialog. */
  opener?: { blockId: string; event: string };
  /** The internal state of React components, kept by the bridge. */
  ui: BlockUiState;
  /** Children by area, in order, for containers. A closed modal and an inactive tab have theirs, marked by `ui`. */
  areas: Record<string, BlockSnapshot[]>;
  /** Of lists: the areas of each item. */
  items: Record<string, BlockSnapshot[]>[];
  /** Of an empty list: the ids that the fields of its first item would have. */
  itemFields?: string[];
}

export interface BlockUiState {
  /** For modals, drawers, confirm modals, dropdown menus, searches and tours: whether it is open. */
  open?: boolean;
  /** Of tabs: the active one. */
  activeKey?: string;
  /** Of a collapse: the open panels. */
  activeKeys?: string[];
  /** Of a grid: the selected rows, by number. */
  selectedRows?: number[];
  /** Of steps and tours: the number of the current one. */
  current?: number;
  /** Of a calendar: its month, and whether it shows days or the months of the year. */
  panel?: { month: string; mode: 'month' | 'year' };
  /** Of an open search: what was typed, and the results that are shown. */
  found?: {
    query: string;
    total: number;
    results: { group?: string; title: string; description?: string; item: Record<string, unknown> }[];
  };
  /** Of a search: recent searches, newest first. */
  recent?: string[];
  /** Of a chat with an agent of the app: the conversation. */
  chat?: ChatRecord;
  /** Of a page with a sider: whether it is collapsed. */
  folded?: boolean;
}
