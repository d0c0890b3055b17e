import type { EngineBlock, Lowdefy } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { propertiesOf } from './gesture-step.ts';
import type { KeptSearches } from './search-results.ts';

const MAX_RECENT = 5;

export function keptSearches(lowdefy: Lowdefy): KeptSearches {
  return lowdefy._internal.searches as KeptSearches;
}

/** A search reads the stored ones when it appears; it does not see what another one stores later. */
export function mountSearch(block: EngineBlock, kept: KeptSearches, ui: UiState, enters: boolean): void {
  const { blockId, type } = block;
  if (type !== 'Search' || (ui.recent[blockId] && !enters)) return;
  ui.recent[blockId] = isKeeping(block) ? (kept[nameOf(block)] ?? []) : [];
}

/** What an open search offers to search for again. */
export function recentOf(block: EngineBlock, ui: UiState): string[] {
  const isOffering = isKeeping(block) && ui.found[block.blockId] === undefined;
  return isOffering ? (ui.recent[block.blockId] ?? []) : [];
}

/** A result was chosen. */
export function keepSearch(block: EngineBlock, query: string, kept: KeptSearches, ui: UiState): void {
  if (!isKeeping(block) || query === '') return;
  const { recentSearchesCount = MAX_RECENT } = propertiesOf(block);
  const others = (ui.recent[block.blockId] ?? []).filter((one) => one !== query);
  const recent = [query, ...others].slice(0, Number(recentSearchesCount));
  ui.recent[block.blockId] = recent;
  kept[nameOf(block)] = recent;
}

function isKeeping(block: EngineBlock): boolean {
  return propertiesOf(block).recentSearches !== false;
}

function nameOf(block: EngineBlock): string {
  return String(propertiesOf(block).recentSearchesKey ?? 'search');
}
