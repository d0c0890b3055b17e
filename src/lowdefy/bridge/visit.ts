import type { UiState } from './ui-state.ts';

/** A page as it was opened. */
export interface Visit {
  pageId: string;
  urlQuery: string;
}

/** What the bridge keeps of a page beside the engine's own context. */
export interface PageUi {
  ui: UiState;
  /** Ids of blocks whose onMount has run in this visit. */
  mounted: Set<string>;
}
