import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince45 } from '../block-generation.ts';
import { isInput } from '../values/is-input.ts';

export type TableRow = Record<string, unknown>;

export function rowsOf(block: EngineBlock): TableRow[] {
  const rows = isInput(block) ? block.value : block.eval?.properties?.rowData;
  return Array.isArray(rows) ? rows : [];
}

interface Column {
  field?: unknown;
  editable?: unknown;
}

function columnsOf(block: EngineBlock): Column[] {
  const { columnDefs, defaultColDef } = block.eval?.properties ?? {};
  if (!Array.isArray(columnDefs)) return [];
  return columnDefs.map((column: object) => ({ ...(defaultColDef as object | undefined), ...column }));
}

export function columnFieldsOf(block: EngineBlock): string[] {
  return columnsOf(block).map(({ field }) => String(field));
}

/** Editable fields. */
export function editableFieldsOf(block: EngineBlock): string[] {
  return columnsOf(block)
    .filter(({ editable }) => editable === true)
    .map(({ field }) => String(field));
}

/** The id of a row, if it has one: only by it does a grid recognize rows that are set again. */
export function idOf(block: EngineBlock, row: TableRow): string | undefined {
  const { getRowId, rowId } = block.eval?.properties ?? {};
  if (isSince45(block)) return toId(row[String(rowId)] ?? row.id ?? row._id ?? madeId(block, row));
  if (typeof getRowId !== 'function') return undefined;
  try {
    return String(getRowId({ data: row }));
  } catch {
    // If the app's function fails, there is no id.
    return undefined;
  }
}

function toId(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

const digests = new WeakMap<TableRow[], string>();

/** Rows without their own id keep the one that the grid generates until any of them changes. */
function madeId(block: EngineBlock, row: TableRow): string {
  const rows = rowsOf(block);
  const digest = digests.get(rows) ?? createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  digests.set(rows, digest);
  return `${digest.slice(0, 16)} ${rows.indexOf(row)}`;
}

/**
 * The position of a row. Before 4.5 the grid also takes a number from its id, which is the app's if the app defines
 * ids.
 */
export function placeOf(
  block: EngineBlock,
  row: TableRow,
): { row: TableRow; index?: number; rowIndex: number } {
  const rowIndex = rowsOf(block).indexOf(row);
  if (isSince45(block)) return { row, rowIndex };
  const id = idOf(block, row);
  return { row, index: id === undefined ? rowIndex : Number.parseInt(id, 10), rowIndex };
}

/** By its number, or by some of its fields. */
export function indexIn(rows: TableRow[], payload: unknown): number {
  const { index, row } = (payload ?? {}) as { index?: unknown; row?: unknown };
  if (Number.isInteger(index)) return Number(index);
  return rows.findIndex((candidate) => row !== null && typeof row === 'object' && isPartOf(row, candidate));
}

function isPartOf(part: object, whole: TableRow): boolean {
  const fields = Object.entries(part);
  return fields.length > 0 && fields.every(([key, value]) => isDeepStrictEqual(whole[key], value));
}
