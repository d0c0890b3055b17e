import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isInput } from './is-input.ts';

type Row = Record<string, unknown>;

/** What the table passes when a person clicks in it: rows and cells that are there, never others. */
export function toTableEvent(block: EngineBlock, name: string, payload: unknown): unknown {
  switch (name) {
    case 'onRowClick':
    case 'onRowSelected':
      return toRowEvent(block, name, payload);
    case 'onCellClick':
      return toCellEvent(block, payload);
    case 'onSelectionChanged':
      return toSelection(block, payload);
    default:
      return payload;
  }
}

function toRowEvent(block: EngineBlock, name: string, payload: unknown) {
  const rows = rowsOf(block);
  const at = indexOf(rows, payload);
  const row = rows[at];
  // Without a way to select rows a click selects none.
  const isSelecting = block.eval?.properties?.rowSelection !== undefined;
  if (row) return { row, selected: isSelecting ? [row] : [], index: at, rowIndex: at };
  throw new TandemError(
    'invalid_input',
    `${name} of "${block.blockId}" needs the payload {"index": 0} or {"row": {"id": 7}}, naming one of its ${rows.length} rows.`,
  );
}

function toCellEvent(block: EngineBlock, payload: unknown) {
  const { column, cell } = (payload ?? {}) as { column?: unknown; cell?: { column?: unknown } };
  const wanted = column ?? cell?.column;
  const fields = fieldsOf(block);
  if (typeof wanted !== 'string' || !fields.includes(wanted))
    throw new TandemError(
      'invalid_input',
      `onCellClick of "${block.blockId}" needs the payload {"index": 0, "column": "FIELD"}, with one of ${fields.map((field) => `"${field}"`).join(', ')}.`,
    );
  const event = toRowEvent(block, 'onCellClick', payload);
  return { ...event, cell: { column: wanted, value: event.row[wanted] }, colId: wanted };
}

/** Who clicks a row clicks one of its cells; which one is not said, so it is the first. */
export function withColumn(block: EngineBlock, payload: unknown): unknown {
  const [column] = fieldsOf(block);
  return column === undefined ? payload : { ...(payload as object), column };
}

function toSelection(block: EngineBlock, payload: unknown) {
  const { selected } = (payload ?? {}) as { selected?: unknown };
  const rows = rowsOf(block);
  const named = Array.isArray(selected) ? selected : [undefined];
  const found = named.map(
    (one) => rows[indexOf(rows, Number.isInteger(one) ? { index: one } : { row: one })],
  );
  if (found.every((row) => row !== undefined)) return { selected: found };
  throw new TandemError(
    'invalid_input',
    `onSelectionChanged of "${block.blockId}" needs the payload {"selected": [{"id": 7}]}, naming some of its ${rows.length} rows.`,
  );
}

function rowsOf(block: EngineBlock): Row[] {
  const rows = isInput(block) ? block.value : block.eval?.properties?.rowData;
  return Array.isArray(rows) ? rows : [];
}

function fieldsOf(block: EngineBlock): string[] {
  const columns = block.eval?.properties?.columnDefs;
  return Array.isArray(columns)
    ? columns.flatMap((column: { field?: unknown }) => String(column?.field))
    : [];
}

/** By its number, or by some of its fields. */
function indexOf(rows: Row[], payload: unknown): number {
  const { index, row } = (payload ?? {}) as { index?: unknown; row?: unknown };
  if (Number.isInteger(index)) return Number(index);
  return rows.findIndex((candidate) => row !== null && typeof row === 'object' && isPartOf(row, candidate));
}

function isPartOf(part: object, whole: Row): boolean {
  const fields = Object.entries(part);
  return fields.length > 0 && fields.every(([key, value]) => isDeepStrictEqual(whole[key], value));
}
