import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { idOf, placeOf, rowsOf, type TableRow } from './table-rows.ts';

/**
 * The selected rows. Before 4.5 every event sets a grid's rows again, which clears the selection unless the app
 * defines row ids: so without ids no row is ever selected. Since 4.5 all rows have ids.
 */
export function selectedRows(block: EngineBlock, ui: UiState): TableRow[] {
  const ids = ui.selected[block.blockId] ?? [];
  return ids.length === 0 ? [] : rowsOf(block).filter((row) => ids.includes(String(idOf(block, row))));
}

/** Selects these rows and no others. */
export function chooseRows(
  block: EngineBlock,
  rows: TableRow[],
  ui: UiState,
): { selected: TableRow[]; added: ReturnType<typeof placeOf>[]; isChanged: boolean } {
  const before = selectedRows(block, ui);
  const chosen = block.eval?.properties?.rowSelection === 'single' ? rows.slice(-1) : rows;
  const selected = rowsOf(block).filter((row) => chosen.includes(row));
  const ids = selected.map((row) => idOf(block, row));
  ui.selected[block.blockId] = ids.filter((id) => id !== undefined);
  const added = selected.filter((row) => !before.includes(row)).map((row) => placeOf(block, row));
  return { selected, added, isChanged: added.length > 0 || selected.length !== before.length };
}
