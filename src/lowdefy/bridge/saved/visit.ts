import type { EngineBlock } from '../../engine/engine-types.ts';
import { newUiState, type UiState } from '../ui-state.ts';

/** A page as it was opened. */
export interface Visit {
  pageId: string;
  urlQuery: string;
}

/** What the bridge stores about a page in addition to the engine's own context. */
export interface PageUi {
  ui: UiState;
  /** Ids of blocks whose onMount has run in this visit. */
  mounted: Set<string>;
  /** Which block each of them was: list items that move take over ids. */
  drawn: Map<string, EngineBlock>;
  /** What was open when the page was last drawn; components know no more. */
  opened: Set<string>;
  /** After a restore: blocks whose components had registered their methods, hidden since or not. */
  equipped: Set<string>;
}

export function newPageUi(): PageUi {
  return { ui: newUiState(), mounted: new Set(), drawn: new Map(), opened: new Set(), equipped: new Set() };
}
