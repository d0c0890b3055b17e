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

/** Fields that people can write in. */
export function editableFieldsOf(block: EngineBlock): string[] {
  return columnsOf(block)
    .filter(({ editable }) => editable === true)
    .map(({ field }) => String(field));
}

/** The name of a row, where it has one: only by it a grid knows rows again that are given anew. */
export function idOf(block: EngineBlock, row: TableRow): string | undefined {
  const { getRowId, rowId } = block.eval?.properties ?? {};
  if (isSince45(block)) return toId(row[String(rowId)] ?? row.id ?? row._id ?? madeId(block, row));
  if (typeof getRowId !== 'function') return undefined;
  try {
    return String(getRowId({ data: row }));
  } catch {
    // A function of the app that fails names nothing.
    return undefined;
  }
}

function toId(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

const digests = new WeakMap<TableRow[], string>();

/** Rows without a name of their own keep the one that the grid makes until any of them changes. */
function madeId(block: EngineBlock, row: TableRow): string {
  const rows = rowsOf(block);
  const digest = digests.get(rows) ?? createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  digests.set(rows, digest);
  return `${digest.slice(0, 16)} ${rows.indexOf(row)}`;
}

/** Where a row is. Before 4.5 the grid also takes a number from its id, which is the app's where the app makes ids. */
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
