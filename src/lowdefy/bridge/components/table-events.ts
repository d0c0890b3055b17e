import { TandemError } from '../../../errors.ts';
import type { EngineBlock, EventResult, Triggered } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import { isCellButton, toCellClick } from './cell-clicks.ts';
import { listRows } from './list-rows.ts';
import { columnFieldsOf, indexIn, placeOf, rowsOf, type TableRow } from './table-rows.ts';
import { chooseRows, selectedRows } from './table-selection.ts';

/** What the table does when a person clicks in it, only with rows and cells that exist. */
export function toTableGesture(
  block: EngineBlock,
  name: string,
  payload: unknown,
  ui: UiState,
): () => Triggered {
  switch (name) {
    case 'onCellClick':
    case 'onRowClick':
      return toRowClick(block, name, payload, ui);
    case 'onRowSelected': {
      const { row } = toRow(block, name, payload);
      return () => selectRows(block, [...selectedRows(block, ui), row], ui);
    }
    case 'onSelectionChanged': {
      const rows = toSelection(block, payload);
      return () => selectRows(block, rows, ui);
    }
    default:
      return name === 'onCellLink' || isCellButton(block, name)
        ? toCellEvent(block, name, payload, ui)
        : () => block.triggerEvent({ name, event: payload });
  }
}

/** A button or link in a cell; the grid also treats it as a click on the row. */
function toCellEvent(block: EngineBlock, name: string, payload: unknown, ui: UiState): () => Triggered {
  const at = toRow(block, name, payload);
  const { column, event } = toCellClick(block, name, at.row, payload);
  return async () => {
    const result = block.triggerEvent({ name, event });
    const cell = { cell: { column, value: event.value }, colId: column };
    await clickRow(block, at, () => cell, ui).all;
    return result;
  };
}

/** A click in a table is a click on a cell and on its row, and selects the row if rows are selectable. */
function toRowClick(
  block: EngineBlock,
  name: 'onCellClick' | 'onRowClick',
  payload: unknown,
  ui: UiState,
): () => Triggered {
  const cell = toCell(block, name, payload);
  const at = toRow(block, name, payload);
  return async () => {
    const { results, all } = clickRow(block, at, cell, ui);
    await all;
    return results[name];
  };
}

function clickRow(
  block: EngineBlock,
  at: ReturnType<typeof placeOf>,
  cell: (row: TableRow) => object,
  ui: UiState,
) {
  const { rowSelection, suppressRowClickSelection } = block.eval?.properties ?? {};
  const isSelecting = rowSelection !== undefined && !suppressRowClickSelection;
  const chosen = isSelecting ? chooseRows(block, [at.row], ui) : unchanged(block, ui);
  const event = { ...at, selected: chosen.selected };
  const results = {
    onCellClick: block.triggerEvent({ name: 'onCellClick', event: { ...event, ...cell(at.row) } }),
    onRowClick: block.triggerEvent({ name: 'onRowClick', event }),
  };
  return { results, all: Promise.all([...Object.values(results), ...tellSelection(block, chosen)]) };
}

/** What the boxes before the rows do, or the one above them. */
async function selectRows(block: EngineBlock, rows: TableRow[], ui: UiState): Promise<EventResult> {
  const results = await Promise.all(tellSelection(block, chooseRows(block, rows, ui)));
  return results.find(({ success }) => !success) ?? { success: true, responses: {} };
}

function unchanged(block: EngineBlock, ui: UiState): ReturnType<typeof chooseRows> {
  return { selected: selectedRows(block, ui), added: [], isChanged: false };
}

function tellSelection(
  block: EngineBlock,
  { selected, added, isChanged }: ReturnType<typeof chooseRows>,
): Triggered[] {
  const told = added.map((at) => block.triggerEvent({ name: 'onRowSelected', event: { ...at, selected } }));
  if (isChanged) told.push(block.triggerEvent({ name: 'onSelectionChanged', event: { selected } }));
  return told;
}

function toRow(block: EngineBlock, name: string, payload: unknown) {
  const rows = rowsOf(block);
  const at = indexIn(rows, payload);
  const row = rows[at];
  if (row) return placeOf(block, row);
  throw new TandemError(
    'invalid_input',
    `${name} of "${block.blockId}" needs the payload {"index": 0} or {"row": {"id": 7}}, naming one of its rows. ${listRows(block, payload)}`,
  );
}

/** A click on a row is a click on one of its cells; by default the first. */
function toCell(block: EngineBlock, name: string, payload: unknown) {
  const { column, cell } = (payload ?? {}) as { column?: unknown; cell?: { column?: unknown } };
  const fields = columnFieldsOf(block);
  const wanted = column ?? cell?.column ?? (name === 'onRowClick' ? fields[0] : undefined);
  if (name === 'onCellClick' && (typeof wanted !== 'string' || !fields.includes(wanted)))
    throw new TandemError(
      'invalid_input',
      `onCellClick of "${block.blockId}" needs the payload {"index": 0, "column": "FIELD"}, with one of ${fields.map((field) => `"${field}"`).join(', ')}.`,
    );
  const of = String(wanted);
  return (row: TableRow) => ({ cell: { column: of, value: row[of] }, colId: of });
}

function toSelection(block: EngineBlock, payload: unknown): TableRow[] {
  const { selected } = (payload ?? {}) as { selected?: unknown };
  const rows = rowsOf(block);
  const named = Array.isArray(selected) ? selected : [undefined];
  const found = named.map(
    (one) => rows[indexIn(rows, Number.isInteger(one) ? { index: one } : { row: one })],
  );
  if (found.every((row) => row !== undefined)) return found;
  throw new TandemError(
    'invalid_input',
    `onSelectionChanged of "${block.blockId}" needs the payload {"selected": [{"id": 7}]}, naming some of its rows. ${listRows(block)}`,
  );
}
